@_spi(Hosting) internal import FeatureKit

/// What waits to be written: a record with its time, or a line that is ready.
enum LogEntry: Sendable {
    case record(LogRecord, at: Timestamp)
    case late(any LateRecord, at: Timestamp)
    case line(String)

    /// The longest text of a message or a line, in bytes; beyond it is cut.
    static let longestText = 16 * 1024
    /// The longest name or value of a field, in bytes; beyond it is cut.
    static let longestValue = 4 * 1024
    /// The most fields of a record; those beyond are counted in one more.
    static let mostFields = 32

    /// The same within the bounds.
    var bounded: LogEntry {
        switch self {
        case .line(let text): return .line(Self.cut(text, Self.longestText))
        // Bounded once it has words.
        case .late: return self
        case .record(let record, _) where record.isWithinBounds: return self
        case .record(let record, let time):
            var fields = record.fields.prefix(Self.mostFields).map { name, value in
                (Self.cut(name, Self.longestValue), Self.cut(value, Self.longestValue))
            }
            let left = record.fields.count - fields.count
            if left > 0 { fields.append(("fields_left_out", String(left))) }
            let message = Self.cut(record.message, Self.longestText)
            return .record(
                LogRecord(level: record.level, feature: record.feature, message: message, fields: fields), at: time)
        }
    }

    /// The same with its words.
    var worded: LogEntry {
        guard case .late(let late, let time) = self else { return self }
        return LogEntry.record(late.record, at: time).bounded
    }

    /// How many bytes of text it holds.
    var size: Int {
        switch self {
        case .line(let text): text.utf8.count
        case .late(let late, _): late.size
        case .record(let record, _):
            record.fields.reduce(record.message.utf8.count) { $0 + $1.0.utf8.count + $1.1.utf8.count }
        }
    }

    private static func cut(_ text: String, _ longest: Int) -> String {
        guard text.utf8.count > longest else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: longest)
        // A scalar that does not fit as a whole is left out.
        while text.utf8[end] & 0b1100_0000 == 0b1000_0000 { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }
}

extension LogRecord {
    /// Whether nothing of it has to be cut, as is usual.
    fileprivate var isWithinBounds: Bool {
        fields.count <= LogEntry.mostFields && message.utf8.count <= LogEntry.longestText
            && fields.allSatisfy { $0.utf8.count <= LogEntry.longestValue && $1.utf8.count <= LogEntry.longestValue }
    }
}
