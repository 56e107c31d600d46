/// One published payload, shared by all readers.
///
/// A class, so that a delivery costs one reference; the payload's type is in the subclass, so that a reader of the
/// same type opens it without a cast. The names are texts of their own and not a reference to what they belong to,
/// because short ones are copied without counting.
@usableFromInline
class Parcel: @unchecked Sendable {
    // Unchecked: what isn't a `let` is written by the publisher before anybody else knows the parcel: `address` once
    // it is made, `stamp` under the hub's lock just before the first reader gets it.
    private(set) final var topic = ""
    private(set) final var source = ""
    private(set) final var cause: Cause?
    private(set) final var sequence: UInt64 = 0
    private(set) final var time = Timestamp(nanoseconds: 0)
    private(set) final var mark: KeptMark?

    fileprivate init() {}

    /// Says where it goes and where it comes from.
    final func address(topic: String, source: String, cause: Cause?) {
        self.topic = topic
        self.source = source
        self.cause = cause
    }

    /// Says by what it is kept, before anybody else knows it.
    final func note(_ mark: KeptMark?) { self.mark = mark }

    /// Gives it its place among what its publisher put on the topic.
    final func stamp(sequence: UInt64, time: Timestamp) {
        self.sequence = sequence
        self.time = time
    }

    /// The payload as plain data, to be shown: without its secrets.
    func value() throws -> Value { .null }

    /// The payload as plain data, for its readers.
    func revealed() throws -> Value { .null }

    /// The payload as another type of the same shape or of some of its fields.
    func converted<T: Shaped>(to type: T.Type) throws -> T { try Value.null.decoded(as: type) }
}

/// A parcel with a payload of one type.
@usableFromInline
final class TypedParcel<Payload: Shaped>: Parcel, @unchecked Sendable {
    let payload: Payload

    @usableFromInline
    init(_ payload: Payload) { self.payload = payload }

    override func value() throws -> Value { try Value(encoding: payload) }

    override func revealed() throws -> Value { try Value(revealing: payload) }

    override func converted<T: Shaped>(to type: T.Type) throws -> T { try payload.converted(to: type) }

    /// The same parcel for a reader with a type of its own.
    convenience init(rereading parcel: Parcel) throws {
        self.init(try parcel.converted(to: Payload.self))
        address(topic: parcel.topic, source: parcel.source, cause: parcel.cause)
        stamp(sequence: parcel.sequence, time: parcel.time)
    }
}
