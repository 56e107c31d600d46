/// Reads `1a;name=value` and its end, byte by byte: what stands before a chunk's data.
struct ChunkSizeLine: Sendable {
    private enum Stage {
        case digits
        case extensionName
        case extensionValue
        case token
        case quoted
        case escaped
        case quoteEnd
        case lineFeed
    }

    /// How many bytes of it were read.
    private(set) var length = 0
    private var size = 0
    private var hasDigits = false
    /// Whether the name of an extension has begun.
    private var isNamed = false
    private var stage = Stage.digits

    /// Takes a byte; answers the size once the line is whole.
    mutating func read(_ byte: UInt8) throws(Refusal) -> Int? {
        length += 1
        guard length <= ChunkReader.longestSizeLine else { throw .malformedChunk }
        switch stage {
        case .digits: try readDigit(byte)
        case .extensionName:
            if ASCII.isToken(byte) {
                isNamed = true
            } else {
                guard isNamed else { throw .malformedChunk }
                if byte == UInt8(ascii: "=") { stage = .extensionValue } else { try end(byte) }
            }
        case .extensionValue:
            if byte == UInt8(ascii: "\"") {
                stage = .quoted
            } else {
                guard ASCII.isToken(byte) else { throw .malformedChunk }
                stage = .token
            }
        case .token:
            if !ASCII.isToken(byte) { try end(byte) }
        case .quoted:
            // A line's end in quotes is a line's end to some and a part of the text to others.
            guard !ASCII.isControl(byte) else { throw .malformedChunk }
            if byte == UInt8(ascii: "\"") { stage = .quoteEnd }
            if byte == UInt8(ascii: "\\") { stage = .escaped }
        case .escaped:
            guard !ASCII.isControl(byte) else { throw .malformedChunk }
            stage = .quoted
        case .quoteEnd: try end(byte)
        case .lineFeed:
            guard byte == ASCII.lineFeed else { throw .malformedChunk }
            return size
        }
        return nil
    }

    private mutating func readDigit(_ byte: UInt8) throws(Refusal) {
        guard let digit = ASCII.hexValue(byte) else {
            guard hasDigits else { throw .malformedChunk }
            return try end(byte)
        }
        hasDigits = true
        // The largest size leaves room for a further digit, so that this is where it can't overflow.
        guard size <= Int.max >> 4 else { throw .malformedChunk }
        size = size << 4 | Int(digit)
    }

    /// Ends the size, or an extension: another one follows, or the line ends.
    private mutating func end(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: ";"):
            stage = .extensionName
            isNamed = false
        case ASCII.carriageReturn: stage = .lineFeed
        default: throw .malformedChunk
        }
    }
}
