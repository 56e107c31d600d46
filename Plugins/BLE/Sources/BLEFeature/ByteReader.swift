/// Takes bytes from the front of a slice, and says no at its end instead of trapping.
struct ByteReader {
    private let all: ArraySlice<UInt8>
    /// Where it stands: nothing is cut off on the way, which would cost more than the reading.
    private var place: Int

    init(_ bytes: ArraySlice<UInt8>) { (all, place) = (bytes, bytes.startIndex) }

    /// What was not taken yet.
    var rest: ArraySlice<UInt8> { all[place...] }

    /// How many bytes were not taken yet.
    var left: Int { all.endIndex - place }

    /// The next bytes; nil, and nothing taken, where there are fewer.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { place += count }
        return all[place..<place + count]
    }

    mutating func byte() -> UInt8? {
        guard place < all.endIndex else { return nil }
        defer { place += 1 }
        return all[place]
    }

    /// The next number, its highest byte first.
    mutating func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        number(of: Number.bitWidth / 8) { $0 << 8 | UInt64($1) }
    }

    /// The next number, its lowest byte first.
    mutating func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        var shift: UInt64 = 0
        return number(of: Number.bitWidth / 8) { number, byte in
            defer { shift += 8 }
            return number | UInt64(byte) << shift
        }
    }

    private mutating func number<Number: FixedWidthInteger>(
        of count: Int, _ join: (UInt64, UInt8) -> UInt64
    ) -> Number? {
        guard count <= left else { return nil }
        var number: UInt64 = 0
        for _ in 0..<count {
            number = join(number, all[place])
            place += 1
        }
        return Number(truncatingIfNeeded: number)
    }

    /// A number of bytes, the highest first.
    static func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>) -> Number {
        Number(truncatingIfNeeded: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
}
