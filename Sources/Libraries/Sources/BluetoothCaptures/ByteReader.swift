/// Takes bytes from the front of a slice; returns nil at the end, and traps nowhere.
public struct ByteReader {
    @usableFromInline let all: ArraySlice<UInt8>
    // An index instead of shorter and shorter slices, which would cost more than the reading.
    @usableFromInline var place: Int

    /// Reads a slice from its start.
    @inlinable
    public init(_ bytes: ArraySlice<UInt8>) { (all, place) = (bytes, bytes.startIndex) }

    /// The bytes that were not taken yet.
    @inlinable public var rest: ArraySlice<UInt8> { all[place...] }

    /// How many bytes were not taken yet.
    @inlinable public var left: Int { all.endIndex - place }

    /// Takes the next bytes; nil, with nothing taken, where there are fewer.
    @inlinable
    public mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { place += count }
        return all[place..<place + count]
    }

    /// Takes the next byte.
    @inlinable
    public mutating func byte() -> UInt8? {
        guard place < all.endIndex else { return nil }
        defer { place += 1 }
        return all[place]
    }

    /// Takes the next number, its highest byte first.
    @inlinable
    public mutating func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        number(of: Number.bitWidth / 8) { $0 << 8 | UInt64($1) }
    }

    /// Takes the next number, its lowest byte first.
    @inlinable
    public mutating func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        var shift: UInt64 = 0
        return number(of: Number.bitWidth / 8) { number, byte in
            defer { shift += 8 }
            return number | UInt64(byte) << shift
        }
    }

    @inlinable
    mutating func number<Number: FixedWidthInteger>(
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
}
