internal import FeatureKit

/// What became of a booking, for features that notify.
struct BookingTold: Shaped, Codable, Equatable {
    enum What: String, CaseIterable, Codable, Sendable {
        case held, confirmed, waiting, promoted, changed, cancelled, over, arrived, noShow
    }

    let booking: String
    let bar: String
    let user: String
    let what: What
    let date: String
    let shift: String
    let people: Int64
    var why: String?

    static let shape = Shape.object([
        Field("booking", .text(length: 1...64), "Which booking."), Field("bar", .text(length: 1...64), "Which bar."),
        Field("user", .text(length: 1...Person.mostKeyBytes), "Whose it is."),
        Field("what", .choice(of: What.self), "What became of it."),
        Field("date", Day.text, "The day."), Field("shift", Shift.word, "The shift."),
        Field("people", .integer(in: 1...Book.mostPeople), "How many."),
        Field("why", .text(length: 1...200), "Why.", optional: true),
    ])
}

extension Topic<BookingTold> {
    static var barsBookings: Topic<BookingTold> { .init("bars.bookings") }
}
