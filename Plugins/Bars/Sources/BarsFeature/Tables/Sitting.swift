internal import FeatureKit

/// One shift of one bar on one day: what is taken of it.
///
/// It decides and touches nothing. Whoever books reads it, lets it decide, and writes it with the booking in one transaction.
/// Where a bar counts seats it does not grow with its bookings.
struct Sitting: Shaped, Equatable {
    /// Where a party sits, in a bar with tables.
    struct Seated: Shaped, Equatable {
        let booking: String
        var people: Int64
        /// None where it is one more than the bar has tables for.
        var tables: [String]

        static let shape = Shape.object([
            Field("booking", .text(length: 1...64), "Which booking."),
            Field("people", .integer(in: 1...500), "How many."),
            Field("tables", .list(of: .text(length: 1...20)), "At which tables.", default: []),
        ])
    }

    let bar: String
    let date: String
    let shift: String
    /// How many are booked and held.
    private(set) var taken: Int64 = 0
    /// How many parties wait.
    private(set) var waiting: Int64 = 0
    /// The last place in the line that was given.
    private(set) var line: Int64 = 0
    /// Nothing that is held or waits here ends earlier.
    var ends: Timestamp?
    /// Where who sits; empty where only seats are counted.
    private(set) var parties: [Seated] = []
    /// The largest party that there is room for; absent where seats are counted, which is all there is to know.
    private(set) var fits: Int64?

    init(bar: String, date: String, shift: String) { (self.bar, self.date, self.shift) = (bar, date, shift) }

    static func id(_ bar: String, _ date: String, _ shift: String) -> String { "\(bar)/\(date)/\(shift)" }

    func tables(of booking: String) -> [String] { parties.first { $0.booking == booking }?.tables ?? [] }

    static let shape = Shape.object([
        Field("bar", .text(length: 1...64), "Which bar."), Field("date", Day.text, "The day, by the bar's clock."),
        Field("shift", Shift.word, "Which shift."),
        Field("taken", .integer(), "How many are booked and held.", default: 0),
        Field("waiting", .integer(), "How many parties wait.", default: 0),
        Field("line", .integer(), "The last place in the line that was given.", default: 0),
        Field("ends", .timestamp, "Nothing that is held or waits here ends earlier.", optional: true),
        Field("parties", .list(of: .of(Seated.self)), "Where who sits, where there are tables.", default: []),
        Field("fits", .integer(), "The largest party that there is room for, where there are tables.", optional: true),
    ])
}

extension Documents<Sitting> {
    static var sittings: Documents<Sitting> { .init("sittings", indexes: [.on("date"), .on("bar", "date")]) }
}
