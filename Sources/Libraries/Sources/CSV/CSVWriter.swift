/// Writes comma-separated values (RFC 4180).
public struct CSVWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private let separator: UInt8
    private let guardsFormulas: Bool

    /// Writes fields with a separator between them, such as a semicolon.
    ///
    /// - Parameter guardsFormulas: Whether an apostrophe comes before a field that a spreadsheet would compute, which is
    ///   one that begins with `=`, `+`, `-`, `@`, a tab or a CR and is no number.
    public init(separator: UInt8 = UInt8(ascii: ","), guardsFormulas: Bool = false) {
        (self.separator, self.guardsFormulas) = (separator, guardsFormulas)
    }

    /// Writes a row.
    public mutating func write(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(separator) }
            write(field, isAlone: fields.count == 1)
        }
        bytes += Array("\r\n".utf8)
    }

    private mutating func write(_ field: String, isAlone: Bool) {
        let isFormula = guardsFormulas && field.utf8.first.map("=+-@\t\r".utf8.contains) == true && Double(field) == nil
        let text = Array((isFormula ? "'" : "").utf8) + Array(field.utf8)
        let quote = UInt8(ascii: "\"")
        // An empty field alone would be an empty line.
        let isPlain = !text.contains { $0 == separator || $0 == quote || $0 == 10 || $0 == 13 }
        guard !isPlain || isAlone && text.isEmpty else { return bytes += text }
        bytes.append(quote)
        for byte in text { bytes += byte == quote ? [quote, quote] : [byte] }
        bytes.append(quote)
    }
}
