internal import Synchronization

/// One published payload, shared by all readers.
///
/// A class, so that a delivery costs one reference; the payload's type is in the subclass, so that a reader of the
/// same type opens it without a cast. The names are texts of their own and not a reference to what they belong to,
/// because short ones are copied without counting.
@safe
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
    /// The same payload as another type, where a reader has one; that one may have the next.
    private final let next = unsafe Atomic<Unmanaged<Parcel>?>(nil)

    fileprivate init() {}

    deinit { unsafe next.load(ordering: .acquiring)?.release() }

    /// Sets the topic, the publisher and the cause.
    final func address(topic: String, source: String, cause: Cause?) {
        self.topic = topic
        self.source = source
        self.cause = cause
    }

    /// Sets the key under which it is kept, before any other thread knows the parcel.
    final func note(_ mark: KeptMark?) { self.mark = mark }

    /// Sets its number and time among its publisher's messages on the topic.
    final func stamp(sequence: UInt64, time: Timestamp) {
        self.sequence = sequence
        self.time = time
    }

    /// The payload as plain data to show, without its secrets.
    func value() throws -> Value { .null }

    /// The payload as plain data, for its readers.
    func revealed() throws -> Value { .null }

    /// Writes the payload as JSON for its readers, replacing the content of `bytes`.
    @usableFromInline
    func write(to bytes: inout [UInt8]) throws {}
}

// For readers with types of their own. What has to know the type is inlined into their loops.
extension Parcel {
    /// The parcel as another type of the same shape or of some of its fields; it is made once for all readers of that type.
    ///
    /// - Parameter bytes: Memory for the JSON in between.
    @inlinable
    final func reread<T: Shaped>(as type: T.Type, _ bytes: inout [UInt8]) throws -> TypedParcel<T> {
        var last = self
        while let next = last.sibling {
            if let known = next as? TypedParcel<T> { return known }
            last = next
        }
        try write(to: &bytes)
        let made = TypedParcel(
            try unsafe bytes.withUnsafeBufferPointer { bytes throws(RecordError) in
                var reader = unsafe RecordReader(
                    bytes, depth: RecordReader.ownDepth, skipsUnknownFields: true, attachment: nil)
                return try T(from: &reader)
            })
        made.address(as: self)
        while true {
            // Another reader may have added one first, and of another type.
            let next = last.adopt(made)
            if let known = next as? TypedParcel<T> { return known }
            last = next
        }
    }

    /// The next parcel with the same payload as another type.
    @usableFromInline
    final var sibling: Parcel? { unsafe next.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Makes a parcel the next one, unless there is one already; returns the next one.
    @usableFromInline
    final func adopt(_ parcel: Parcel) -> Parcel {
        let held = unsafe Unmanaged.passRetained(parcel)
        let (isTaken, other) = unsafe next.compareExchange(
            expected: nil, desired: held, ordering: .acquiringAndReleasing)
        guard !isTaken else { return parcel }
        unsafe held.release()
        return unsafe other?.takeUnretainedValue() ?? parcel
    }

    /// Takes the topic, the publisher, the cause, the number and the time of another parcel.
    @usableFromInline
    final func address(as other: Parcel) {
        address(topic: other.topic, source: other.source, cause: other.cause)
        stamp(sequence: other.sequence, time: other.time)
    }
}

/// A parcel with a payload of one type.
@usableFromInline
final class TypedParcel<Payload: Shaped>: Parcel, @unchecked Sendable {
    let payload: Payload

    @usableFromInline
    init(_ payload: Payload) { self.payload = payload }

    override func value() throws -> Value { try Value(encoding: payload) }

    override func revealed() throws -> Value { try Value(revealing: payload) }

    override func write(to bytes: inout [UInt8]) throws {
        bytes.removeAll(keepingCapacity: true)
        try payload.writeJSON(to: &bytes, revealing: true)
    }
}
