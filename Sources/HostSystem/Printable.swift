/// Keeps what somebody else wrote from steering the terminal or turning its text around.
package enum Printable {
    /// The longest text of a document that a message repeats, in characters.
    static let longestQuote = 60

    /// The text with invisible characters written as escapes, on one line.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where isHarmful(scalar): result += "\\u{\(name(of: scalar).dropFirst(2))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text in quotes, cut where it is long.
    package static func quoted(_ text: String) -> String {
        "\"" + (text.count <= longestQuote ? text : text.prefix(longestQuote - 1) + "…") + "\""
    }

    /// The character's number as Unicode writes it: `U+000B`.
    package static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Control characters other than tab, and those that change the direction of writing.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
