/// One published payload, shared by all readers.
///
/// A class, so that a delivery costs one reference; the payload's type is in the subclass, so that a reader of the
/// same type opens it without a cast.
@usableFromInline
class Parcel: @unchecked Sendable {
    // Unchecked: a class that can be subclassed can't be checked. Everything in both is a `let` of a Sendable type.
    let topic: String
    let source: String
    let sequence: UInt64
    let time: Timestamp
    let cause: Cause?

    init(topic: String, source: String, sequence: UInt64, time: Timestamp, cause: Cause?) {
        self.topic = topic
        self.source = source
        self.sequence = sequence
        self.time = time
        self.cause = cause
    }

    /// The payload as plain data.
    func value() throws -> Value { .null }
}

/// A parcel with a payload of one type.
@usableFromInline
final class TypedParcel<Payload: Shaped>: Parcel, @unchecked Sendable {
    let payload: Payload

    init(_ payload: Payload, topic: String, source: String, sequence: UInt64, time: Timestamp, cause: Cause?) {
        self.payload = payload
        super.init(topic: topic, source: source, sequence: sequence, time: time, cause: cause)
    }

    override func value() throws -> Value { try Value(encoding: payload) }

    /// The same parcel for a reader with a type of its own; throws where the payload can't be read as that type.
    static func opened(_ parcel: Parcel) throws -> TypedParcel {
        if let same = parcel as? TypedParcel { return same }
        return TypedParcel(
            try parcel.value().decoded(as: Payload.self), topic: parcel.topic, source: parcel.source,
            sequence: parcel.sequence, time: parcel.time,
            cause: parcel.cause)
    }
}
