/// The names of a record's fields, by number; generated code makes one for each record.
@safe
public final class RecordFields: Sendable {
    @safe
    @frozen
    @usableFromInline
    struct Name {
        @usableFromInline
        let start: UnsafePointer<UInt8>
        @usableFromInline
        let count: Int
    }

    // Nothing writes here after `init`.
    @usableFromInline
    nonisolated(unsafe) let names: UnsafeMutablePointer<Name>
    @usableFromInline
    let count: Int

    /// The most fields of a record: their presence is kept in one word.
    public static let limit = 64

    /// Lists the names in the order of their numbers; names beyond `limit` are left out.
    public init(_ names: StaticString...) {
        count = min(names.count, Self.limit)
        unsafe self.names = .allocate(capacity: max(count, 1))
        for (index, name) in names.prefix(count).enumerated() {
            // A name of one scalar has no bytes of its own in memory.
            let text = name.hasPointerRepresentation ? nil : name.description
            let length = text?.utf8.count ?? name.utf8CodeUnitCount
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(length, 1))
            if let text {
                for (place, byte) in text.utf8.enumerated() { unsafe copy[place] = byte }
            } else {
                unsafe copy.update(from: name.utf8Start, count: length)
            }
            unsafe (self.names + index).initialize(to: Name(start: UnsafePointer(copy), count: length))
        }
    }

    deinit {
        for index in 0..<count { unsafe UnsafeMutablePointer(mutating: names[index].start).deallocate() }
        unsafe names.deallocate()
    }
}

/// Where reading stands within one record.
@frozen
public struct RecordCursor {
    /// The field that comes next if the fields come in their order.
    @usableFromInline
    var expected = 0
    /// Which fields came, a bit for each number.
    @usableFromInline
    var seen: UInt64 = 0
    @usableFromInline
    var isFirst = true

    @inlinable
    init() {}
}
