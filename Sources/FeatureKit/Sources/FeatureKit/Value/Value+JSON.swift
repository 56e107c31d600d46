extension Value {
    /// The value as JSON on one line.
    ///
    /// JSON can't express infinities and NaN; they are written as `null`.
    public var json: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value as JSON for people, indented by two spaces.
    public var prettyJSON: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .text(let value): Self.write(value, to: &text)
        case .list(let list):
            Self.write(list, between: ("[", "]"), to: &text, indent: indent) { element, text, indent in
                element.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(Array(members), between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
                Self.write(member.name, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], between ends: (String, String), to text: inout String, indent: Int?,
        item writeItem: (Item, inout String, Int?) -> Void
    ) {
        guard !items.isEmpty else { return text += ends.0 + ends.1 }
        let inner = indent.map { $0 + 2 }
        func newLine(_ depth: Int?) { if let depth { text += "\n" + String(repeating: " ", count: depth) } }
        text += ends.0
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            newLine(inner)
            writeItem(item, &text, inner)
        }
        newLine(indent)
        text += ends.1
    }

    /// Writes a text with JSON's quotes and escapes.
    @_spi(Hosting) public static func write(_ value: String, to text: inout String) {
        text += "\""
        // Most texts need no escapes, and go in one piece.
        if value.utf8.allSatisfy(isPlain) {
            text += value
            text += "\""
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{00}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
