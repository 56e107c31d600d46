internal import FeatureKit

/// One shift of one bar on one day: what is taken of it.
///
/// It decides and touches nothing. Whoever books reads it, lets it decide, and writes it with the booking in one transaction.
struct Sitting: Shaped, Equatable {
    let bar: String
    let date: String
    let shift: String
    /// How many are booked and held.
    private(set) var taken: Int64 = 0
    /// How many parties wait.
    private(set) var waiting: Int64 = 0

    static func id(_ bar: String, _ date: String, _ shift: String) -> String { "\(bar)/\(date)/\(shift)" }

    static let shape = Shape.object([
        Field("bar", .text(length: 1...64), "Which bar."), Field("date", Day.text, "The day, by the bar's clock."),
        Field("shift", Shift.word, "Which shift."),
        Field("taken", .integer(), "How many are booked and held.", default: 0),
        Field("waiting", .integer(), "How many parties wait.", default: 0),
    ])
}

extension Documents<Sitting> {
    static var sittings: Documents<Sitting> { .init("sittings", indexes: [.on("date"), .on("bar", "date")]) }
}
