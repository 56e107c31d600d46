/// Takes bytes from the front of a slice, and says no at its end instead of trapping.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next bytes; nil, and nothing taken, where there are fewer.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// The next number, its highest byte first.
    mutating func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        bytes(Number.bitWidth / 8).map { Self.number($0) }
    }

    /// The next number, its lowest byte first.
    mutating func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        bytes(Number.bitWidth / 8).map { Self.number($0.reversed()) }
    }

    static func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>) -> Number {
        Number(truncatingIfNeeded: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
}
