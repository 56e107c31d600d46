/// Reads the body of a message that somebody else wrote: nothing in it is trusted.
@_spi(Hosting) public struct WireReader {
    private let bytes: [UInt8]
    private var place = 0

    /// Reads bytes from their beginning.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all has been read.
    public var isAtEnd: Bool { place == bytes.count }

    /// How much has not been read.
    public var rest: Int { bytes.count - place }

    private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count <= rest else { throw .malformed("it ends too early") }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// Reads a byte.
    public mutating func byte() throws(WireError) -> UInt8 {
        guard rest > 0 else { throw .malformed("it ends too early") }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads a number.
    public mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError)
        -> Number
    {
        var value: Number = 0
        for (index, byte) in try take(Number.bitWidth / 8).enumerated() {
            value |= Number(truncatingIfNeeded: byte) << Number(index * 8)
        }
        return value
    }

    /// Reads whether something is so.
    public mutating func flag() throws(WireError) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        case let other: throw .malformed("\(other) is neither yes nor no")
        }
    }

    /// Reads how many elements follow; each takes a byte at least, so that the number can't be larger than what is there.
    public mutating func count() throws(WireError) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= rest else { throw .malformed("it ends too early") }
        return count
    }

    /// Reads a text.
    public mutating func text() throws(WireError) -> String {
        let bytes = try take(count())
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed("a text is not UTF-8") }
        return text
    }

    /// Reads bytes.
    public mutating func data() throws(WireError) -> [UInt8] { Array(try take(count())) }
}
