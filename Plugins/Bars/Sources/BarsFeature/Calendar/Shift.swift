internal import FeatureKit

/// A part of a day that tables are booked for.
struct Shift: Shaped, Equatable {
    static let word = Shape.text(length: 1...32)

    var id: String
    /// By the bar's clock: `14:00`.
    var starts: String
    var lasts = Duration.seconds(75 * 60)

    static let shape = Shape.object([
        Field("id", word, "What it is called."),
        Field("starts", .text(length: 5...5), "When it starts, such as 14:00."),
        Field("lasts", .duration(in: .seconds(15 * 60) ... .seconds(12 * 3_600)), "How long it lasts.", default: "75m"),
    ])

    static let usual = [
        Shift(id: "lunch-1", starts: "14:00"), Shift(id: "lunch-2", starts: "15:15"),
        Shift(id: "dinner-1", starts: "21:00"), Shift(id: "dinner-2", starts: "22:30"),
    ]
    /// The same as plain data, for the settings' Shape.
    static let usualValue = Value.list(usual.map { ["id": .text($0.id), "starts": .text($0.starts)] })
}
