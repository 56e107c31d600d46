internal import FeatureKit

/// A part of a day that tables are booked for.
struct Shift: Shaped, Codable, Equatable {
    static let word = Shape.text(length: 1...32)
    static let longest = Duration.seconds(12 * 3_600)

    var id: String
    /// By the bar's clock: `14:00`.
    var starts: String
    var lasts = Duration.seconds(75 * 60)

    static let shape = Shape.object([
        Field("id", word, "What it is called."),
        Field("starts", .text(length: 5...5), "When it starts, such as 14:00."),
        Field("lasts", .duration(in: .seconds(15 * 60)...longest), "How long it lasts.", default: "75m"),
    ])

    static let usual = [
        Shift(id: "lunch-1", starts: "14:00"), Shift(id: "lunch-2", starts: "15:15"),
        Shift(id: "dinner-1", starts: "21:00"), Shift(id: "dinner-2", starts: "22:30"),
    ]
    /// The same as plain data, for the settings' Shape.
    static let usualValue = Value.list(usual.map { ["id": .text($0.id), "starts": .text($0.starts)] })

    /// When it starts, in seconds by the clock; nil where `starts` is no time of a day.
    var secondOfDay: Int? {
        let bytes = Array(starts.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        return hour < 24 && minute < 60 ? hour * 3_600 + minute * 60 : nil
    }
}
