/// A payload with its source, sequence number and time.
@frozen
public struct Message<Payload: Shaped>: Sendable {
    @usableFromInline
    let parcel: TypedParcel<Payload>
    /// Whether the topic had kept it from before the reader came.
    public let isRetained: Bool

    @inlinable
    init(parcel: TypedParcel<Payload>, isRetained: Bool) {
        self.parcel = parcel
        self.isRetained = isRetained
    }

    /// What was published.
    public var payload: Payload { parcel.payload }
    /// The id of the feature that published it.
    public var source: String { parcel.source }
    /// Its number among this publisher's messages on this topic, from 1 without gaps.
    public var sequence: UInt64 { parcel.sequence }
    /// When it was published.
    public var time: Timestamp { parcel.time }
    /// What led to it; nil where that is not known.
    public var cause: Cause? { parcel.cause }
}
