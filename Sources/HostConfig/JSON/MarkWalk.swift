/// Counts lines and columns on a way through a text that never turns back.
struct MarkWalk {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The place of an offset that is not before the last one that was asked for.
    mutating func mark(at next: Int) -> Mark {
        for byte in bytes[offset..<max(offset, min(next, bytes.count))] {
            if byte == .lineFeed {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        offset = max(offset, min(next, bytes.count))
        return Mark(line: line, column: column)
    }
}
