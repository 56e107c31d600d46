/// Writes the body of a message: numbers of a fixed width in little endian, texts and bytes behind their length.
@_spi(Hosting) public struct WireWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Begins with nothing.
    public init() {}

    /// Writes a byte.
    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Writes a number.
    public mutating func number<Number: FixedWidthInteger>(_ value: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> Number(shift)))
        }
    }

    /// Writes whether something is so.
    public mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Writes a text.
    public mutating func text(_ value: String) {
        number(UInt32(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// Writes bytes.
    public mutating func data(_ value: [UInt8]) {
        number(UInt32(value.count))
        bytes.append(contentsOf: value)
    }
}
