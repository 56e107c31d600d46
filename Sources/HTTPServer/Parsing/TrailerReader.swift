/// Reads over the fields after the last chunk, byte by byte, up to the empty line.
///
/// They are checked for their form and forgotten, so that none can say what the head should have said.
struct TrailerReader: Sendable {
    private enum Stage {
        case lineStart
        case name
        case value
        case lineFeed
        case lastLineFeed
    }

    private var length = 0
    private var stage = Stage.lineStart

    /// Takes a byte; answers whether it was the last one.
    mutating func read(_ byte: UInt8) throws(Refusal) -> Bool {
        length += 1
        guard length <= ChunkReader.mostTrailerBytes else { throw .trailersTooLarge }
        switch stage {
        case .lineStart:
            if byte == ASCII.carriageReturn {
                stage = .lastLineFeed
            } else {
                guard ASCII.isToken(byte) else { throw .malformedField }
                stage = .name
            }
        case .name:
            if byte == UInt8(ascii: ":") {
                stage = .value
            } else {
                guard ASCII.isToken(byte) else { throw .malformedField }
            }
        case .value:
            if byte == ASCII.carriageReturn {
                stage = .lineFeed
            } else {
                guard !ASCII.isControl(byte) else { throw .malformedLine }
            }
        case .lineFeed:
            guard byte == ASCII.lineFeed else { throw .malformedLine }
            stage = .lineStart
        case .lastLineFeed:
            guard byte == ASCII.lineFeed else { throw .malformedLine }
            return true
        }
        return false
    }
}
