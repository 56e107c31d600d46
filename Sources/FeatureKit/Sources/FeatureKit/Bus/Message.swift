/// A payload and where it came from.
@frozen
public struct Message<Payload: Shaped>: Sendable {
    @usableFromInline
    let parcel: TypedParcel<Payload>
    /// Whether it was kept from before the reader came.
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
    /// Its number among what this publisher put on this topic, from 1 without gaps.
    public var sequence: UInt64 { parcel.sequence }
    /// When it was published.
    public var time: Timestamp { parcel.time }
    /// What it goes back to, if that is known.
    public var cause: Cause? { parcel.cause }
}
