/// Writes the body of a message: numbers of a fixed width in little endian, texts and bytes behind their length.
///
/// Where a value fits into no message, nothing is written and `problem` says why; the sender has to check it.
@_spi(Hosting) public struct WireWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []
    /// Why what was written can't be sent, as a text for the log; nil where it can.
    public private(set) var problem: String?
    /// How many parts plain data have had so far.
    var parts = 0

    /// Begins with an empty body.
    public init() { bytes.reserveCapacity(Self.usual) }

    /// How many bytes most messages fit into.
    private static let usual = 128

    /// Writes a byte.
    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Writes a number.
    public mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes whether something is so.
    public mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Writes how many elements follow.
    public mutating func count(_ value: Int) { number(UInt32(clamping: value)) }

    /// Writes a text.
    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            count(utf8.count)
            unsafe bytes.append(contentsOf: utf8)
        }
    }

    /// Writes bytes.
    public mutating func data(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// Writes what may be absent.
    public mutating func optional<Content>(_ value: Content?, _ write: (inout WireWriter, Content) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    /// Writes some of a kind.
    public mutating func list<Contents: Collection>(
        _ values: Contents, _ write: (inout WireWriter, Contents.Element) -> Void
    ) {
        count(values.count)
        for value in values { write(&self, value) }
    }

    /// Appends bytes that were written before.
    mutating func append(_ written: [UInt8]) { bytes.append(contentsOf: written) }

    /// Notes why what is written can't be sent; the first reason counts.
    mutating func refuse(_ problem: String) { if self.problem == nil { self.problem = problem } }
}
