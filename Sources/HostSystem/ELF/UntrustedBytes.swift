/// Numbers and texts out of bytes that nobody vouches for: whatever lies outside is an error, never a trap.
package struct UntrustedBytes: Sendable {
    /// The longest text that is read; longer ones count as damage.
    package static let longestText = 4096

    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The place of so many bytes.
    package func range(at offset: UInt64, count: UInt64, of part: ELFProblem.Part) throws(ELFProblem) -> Range<Int> {
        guard let offset = Int(exactly: offset), let count = Int(exactly: count),
            offset <= bytes.count, count <= bytes.count - offset
        else { throw .damaged(part) }
        return offset..<(offset + count)
    }

    /// A little-endian number.
    package func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type = Number.self, at offset: Int, of part: ELFProblem.Part
    ) throws(ELFProblem) -> Number {
        let size = MemoryLayout<Number>.size
        guard offset >= 0, offset <= bytes.count, size <= bytes.count - offset else { throw .damaged(part) }
        // Checked above; symbol tables have a hundred thousand of them.
        return unsafe bytes.withUnsafeBytes {
            Number(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
    }

    /// The bytes themselves.
    package subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range.clamped(to: bytes.indices)] }

    /// The text that starts so many bytes into a table and ends with a zero.
    package func text(at offset: UInt64, in table: Range<Int>, of part: ELFProblem.Part) throws(ELFProblem) -> String {
        guard offset < UInt64(table.count) else { throw .damaged(part) }
        let start = table.lowerBound + Int(offset)
        let rest = self[start..<min(table.upperBound, start + Self.longestText)]
        guard let end = rest.firstIndex(of: 0) else { throw .damaged(part) }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Whether that text is this one; cheaper than reading it.
    package func isText(_ text: some Collection<UInt8>, at offset: UInt64, in table: Range<Int>) -> Bool {
        guard offset < UInt64(table.count), text.count < table.count - Int(offset) else { return false }
        let start = table.lowerBound + Int(offset)
        return self[start..<(start + text.count)].elementsEqual(text) && bytes[start + text.count] == 0
    }
}
