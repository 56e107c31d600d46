/// The three bytes that may open a text in UTF-8.
enum ByteOrderMark {
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func length(in text: [UInt8]) -> Int { text.starts(with: bytes) ? bytes.count : 0 }
}

/// Checks what a document is written in, before anything looks at what it says.
///
/// libyaml would read UTF-16, name bytes by their offset, and take line ends that no editor shows for line ends.
enum TextCheck {
    /// The first thing that makes the bytes no plain text in UTF-8.
    static func finding(in bytes: [UInt8], limits: ReadingLimits) -> Finding? {
        guard bytes.count <= limits.bytes else { return Finding(.tooLarge(most: limits.bytes), at: nil) }
        if let name = otherEncoding(of: bytes) { return Finding(.otherEncoding(name), at: nil) }
        let body = bytes[ByteOrderMark.length(in: bytes)...]
        guard let text = String(validating: body, as: UTF8.self) else { return invalidByte(in: body) }
        guard mayHoldUnfit(body) else { return nil }
        guard let place = text.unicodeScalars.firstIndex(where: isUnfit) else { return nil }
        let character = text.unicodeScalars[place]
        return Finding(.unfitCharacter(character), at: mark(after: text.unicodeScalars[..<place]))
    }

    /// What the bytes are written in, where that is not UTF-8.
    static func otherEncoding(of bytes: [UInt8]) -> String? {
        let head = bytes.prefix(4)
        // Without a byte order mark the zeros beside ASCII tell.
        if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        guard bytes.count >= 4 else { return nil }
        switch head.map({ $0 == 0 }) {
        case [true, true, true, false], [false, true, true, true]: return "UTF-32"
        case [true, false, true, false], [false, true, false, true]: return "UTF-16"
        default: return nil
        }
    }

    private static func invalidByte(in body: ArraySlice<UInt8>) -> Finding? {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = body.makeIterator()
        var read = 0
        while case .valid(let encoded) = parser.parseScalar(from: &rest) { read += encoded.count }
        let place = body.startIndex + read
        guard place < body.endIndex else { return nil }
        let before = String(decoding: body[..<place], as: UTF8.self)
        return Finding(.notUTF8(byte: body[place]), at: mark(after: before.unicodeScalars[...]))
    }

    /// Whether YAML forbids the character, or libyaml takes it for a line end that people don't see.
    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E: false
        case 0x00...0xA0: scalar.value != 0xA0
        case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Whether some bytes may be those of an unfit character; nearly all texts are passed with this look alone.
    private static func mayHoldUnfit(_ body: ArraySlice<UInt8>) -> Bool {
        body.span.contains { byte, next in
            switch byte {
            case 0x20...0x7E, 0x09, 0x0A, 0x0D: false
            // What begins U+0080 to U+00A0, U+2000 to U+203F and those from U+FE80 on.
            case 0xC2: next <= 0xA0
            case 0xE2: next == 0x80
            case 0xEF: next >= 0xBA
            default: byte < 0x80
            }
        }
    }

    private static func mark(after text: Substring.UnicodeScalarView) -> Mark {
        var line = 1
        var column = 1
        var previous: Unicode.Scalar?
        for scalar in text {
            let isSecondHalf = scalar == "\n" && previous == "\r"
            if isSecondHalf {
                column = 1
            } else if scalar == "\n" || scalar == "\r" {
                line += 1
                column = 1
            } else {
                column += 1
            }
            previous = scalar
        }
        return Mark(line: line, column: column)
    }
}

extension Span<UInt8> {
    /// Whether a test holds for one of the bytes and the one after it.
    fileprivate func contains(_ test: (_ byte: UInt8, _ next: UInt8) -> Bool) -> Bool {
        var index = 0
        while index < count {
            if test(self[index], index + 1 < count ? self[index + 1] : 0) { return true }
            index += 1
        }
        return false
    }
}
