/// The lines of an iCalendar object (RFC 5545): properties by name, folded and ended as that wants them.
struct ICS {
    /// Longer lines are folded; the end of the line is not counted.
    static let mostLineBytes = 75

    private(set) var bytes: [UInt8] = []

    /// Puts what `body` adds between `BEGIN` and `END`.
    mutating func component(_ name: String, _ body: (inout ICS) -> Void) {
        line("BEGIN", name)
        body(&self)
        line("END", name)
    }

    /// A property of which the value is written as it stands.
    mutating func line(_ name: String, _ value: String) {
        var room = Self.mostLineBytes
        for character in "\(name):\(value)".unicodeScalars {
            let count = UTF8.width(character)
            if count > room {
                bytes += [13, 10, 32]
                // The space counts, too.
                room = Self.mostLineBytes - 1
            }
            bytes += Array(UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
            room -= count
        }
        bytes += [13, 10]
    }

    /// A property of which the value is a text that somebody wrote.
    mutating func text(_ name: String, _ value: String) { line(name, Self.escaped(value)) }

    /// What means something in a text is escaped; whatever ends a line is a line's end; other control characters are left
    /// out.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n".unicodeScalars
            case "\\", ";", ",": escaped += ["\\", scalar]
            case _ where scalar.properties.generalCategory == .control && scalar != "\t": break
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }
}
