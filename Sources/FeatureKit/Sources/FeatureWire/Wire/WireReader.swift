/// Reads the body of a message that somebody else wrote: nothing in it is trusted.
@_spi(Hosting) public struct WireReader {
    private let bytes: [UInt8]
    private var place = 0
    /// How many parts plain data have had so far.
    var parts = 0

    /// Reads bytes from their beginning.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all has been read.
    public var isAtEnd: Bool { place == bytes.count }

    /// How much has not been read.
    public var rest: Int { bytes.count - place }

    private mutating func step(over count: Int) throws(WireError) -> Range<Int> {
        guard count <= rest else { throw .malformed("it ends too early") }
        defer { place += count }
        return place..<place + count
    }

    /// Reads a byte.
    public mutating func byte() throws(WireError) -> UInt8 { bytes[try step(over: 1).lowerBound] }

    /// Reads a number.
    public mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(WireError) -> Number {
        let range = try step(over: MemoryLayout<Number>.size)
        return unsafe bytes.withUnsafeBytes { raw in
            Number(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self))
        }
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
        let range = try step(over: count())
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw .malformed("a text is not UTF-8")
        }
        return text
    }

    /// Reads bytes.
    public mutating func data() throws(WireError) -> [UInt8] { Array(bytes[try step(over: count())]) }

    /// Reads what may be absent.
    public mutating func optional<Content>(
        _ read: (inout WireReader) throws(WireError) -> Content
    ) throws(WireError) -> Content? { try flag() ? try read(&self) : nil }

    /// Reads some of a kind, each of which takes a byte at least.
    public mutating func list<Content>(
        _ read: (inout WireReader) throws(WireError) -> Content
    ) throws(WireError) -> [Content] {
        let count = try count()
        var contents: [Content] = []
        // Nobody's word is enough to set memory aside for millions.
        contents.reserveCapacity(min(count, 1_024))
        for _ in 0..<count { contents.append(try read(&self)) }
        return contents
    }
}
