internal import Crypto

/// Texts as MIME writes them, in lines of ASCII that no server has to change.
enum MIMEText {
    /// The bytes of a text in one encoded word, which has 75 characters at most.
    private static let wordBytes = 45
    /// The longest value that stands in a field as it is.
    private static let longestPlain = 64
    /// The longest line of an encoded body, without the `=` that breaks it.
    private static let longestLine = 75
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Whether a text has a character that could end a field or is no text.
    static func hasControls(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }

    /// Text without structure in a field, such as a subject: as it is where that is safe, or in encoded words (RFC 2047) with
    /// LF between their lines.
    static func field(_ text: String) -> String {
        let isPlain =
            text.utf8.count <= longestPlain && isPrintable(text) && !text.contains("=?") && !text.hasPrefix(" ")
            && !text.hasSuffix(" ")
        return isPlain ? text : encodedWords(text)
    }

    /// The name before an address.
    static func phrase(_ text: String) -> String {
        guard text.utf8.count <= longestPlain, isPrintable(text), !text.contains("=?") else {
            return encodedWords(text)
        }
        return "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// Each word holds whole characters, and they are joined without the spaces between them.
    private static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > wordBytes { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Base64.text($0))?=" }.joined(separator: "\n ")
    }

    /// A body in quoted-printable (RFC 2045), its lines ended by CR and LF.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        // Swift takes CR and LF for one character; a CR alone is no end of a line.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            if index > 0 { encoded += [13, 10] }
            appendLine(Array(line.utf8), to: &encoded)
        }
        return encoded
    }

    private static func appendLine(_ line: [UInt8], to encoded: inout [UInt8]) {
        var width = 0
        for (index, byte) in line.enumerated() {
            let isBlank = byte == 0x20 || byte == 0x09
            let isPlain = isBlank ? index < line.count - 1 : (0x21...0x7E).contains(byte) && byte != 0x3D
            let piece = isPlain ? [byte] : [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if width + piece.count > longestLine {
                encoded += [0x3D, 13, 10]
                width = 0
            }
            encoded += piece
            width += piece.count
        }
    }
}
