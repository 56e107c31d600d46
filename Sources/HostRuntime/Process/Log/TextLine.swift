@_spi(Hosting) internal import FeatureKit

/// A record as people read it: `12:31:07.123 info  ble  replaying lap.btsnoop  frames=12`.
struct TextLine {
    let hasColours: Bool
    /// How far the local time is ahead of UTC.
    let secondsFromUTC: Int

    func write(_ record: LogRecord, at time: Timestamp, to text: inout String) {
        text += TimeOfDay.text(time, secondsFromUTC: secondsFromUTC)
        text += " "
        let word = record.level == .warning ? "warn" : record.level.description
        let padding = String(repeating: " ", count: max(0, 5 - word.count))
        text += hasColours ? "\u{1B}[\(colour(of: record.level))m\(word)\u{1B}[0m\(padding)" : word + padding
        text += " "
        Self.write(record.feature, to: &text)
        text += "  "
        Self.write(record.message, to: &text)
        for (index, (name, value)) in record.fields.enumerated() {
            text += index == 0 ? "  " : " "
            Self.write(name, to: &text)
            text += "="
            // A value with blanks would end too early for a reader, an empty one would not be seen.
            let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" }
            if !isPlain { text += "\"" }
            Self.write(value, quotes: !isPlain, to: &text)
            if !isPlain { text += "\"" }
        }
        text += "\n"
    }

    /// The digits of the ANSI escape sequence.
    private func colour(of level: LogLevel) -> Int {
        switch level {
        case .error: 31
        case .warning: 33
        case .info: 32
        default: 2
        }
    }

    /// Writes a text so that it stays on its line, and cannot move a terminal's cursor or turn text around.
    static func write(_ value: String, quotes: Bool = false, to text: inout String) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\"" where quotes, "\\" where quotes: text += "\\\(scalar)"
            // Control characters, line and paragraph separators, and what changes the direction of writing.
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
