internal import FeatureKit

// What is asked and replied about bookings.

struct Book: Shaped, Codable {
    /// Whatever the settings say.
    static let mostPeople: Int64 = 500

    var bar: String
    var shift: String
    /// The party remembered, unless told.
    var people: Int64?
    /// What whoever asks takes for tomorrow.
    var date: String?
    /// Whether it is only held for now.
    var hold = false
    /// Whether to wait where it is full.
    var wait = false
    var note: String?
    var idempotencyKey: String?

    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."), Field("shift", Shift.word, "Which shift."),
        Field(
            "people", .integer(in: 1...Book.mostPeople), "How many; the party remembered, unless told.", optional: true),
        Field("date", Day.text, "What you take for tomorrow.", optional: true),
        Field("hold", .boolean, "Whether it is only held for now.", default: false),
        Field("wait", .boolean, "Whether to wait where it is full.", default: false),
        Field("note", .text(length: 1...500), "What the bar should know.", optional: true),
        Field("idempotencyKey", .text(length: 1...100), "What makes asking again harmless.", optional: true),
    ])
}

struct ChangeBooking: Shaped, Codable {
    var booking: String
    var people: Int64?
    var shift: String?
    var note: String?

    static let shape = Shape.object([
        Field("booking", Named.text, "Which booking."),
        Field("people", .integer(in: 1...Book.mostPeople), "How many.", optional: true),
        Field("shift", Shift.word, "Which shift.", optional: true),
        Field("note", .text(length: 0...500), "What the bar should know; empty: nothing.", optional: true),
    ])
}

struct NamedBooking: Shaped, Codable {
    var booking: String
    static let shape = Shape.object([Field("booking", Named.text, "Which booking.")])
}

struct CancelBooking: Shaped, Codable {
    var booking: String
    var why: String?
    static let shape = Shape.object([
        Field("booking", Named.text, "Which booking."), Field("why", .text(length: 1...200), "Why.", optional: true),
    ])
}

/// A booking as whoever made it and the bar's owner see it.
struct BookingShown: Shaped, Codable, Equatable {
    let id: String
    let bar: String
    let barName: String
    let state: Booking.State
    let people: Int64
    let date: String
    let shift: String
    let starts: Timestamp
    let ends: Timestamp
    /// Until when it is held.
    var until: Timestamp?
    /// How many wait before it.
    var ahead: Int64?
    /// Where they sit, in a bar with tables; it may still change.
    var tables: [String] = []
    var note: String?
    var why: String?
    /// Until when whoever made it may cancel and change it.
    let cancelUntil: Timestamp
    let made: Timestamp
    /// Who made it; for the bar's owner.
    var user: String?

    static let shape = Shape.object([
        Field("id", Named.text, "The booking."), Field("bar", Named.text, "Which bar."),
        Field("barName", .text(length: 1...100), "Its name."),
        Field("state", .choice(of: Booking.State.self), "How it is."),
        Field("people", .integer(), "How many."), Field("date", Day.text, "The day, by the bar's clock."),
        Field("shift", Shift.word, "The shift."), Field("starts", .timestamp, "When it starts."),
        Field("ends", .timestamp, "When it ends."),
        Field("until", .timestamp, "Until when it is held.", optional: true),
        Field("ahead", .integer(), "How many wait before it.", optional: true),
        Field("tables", .list(of: .text(length: 1...20)), "Where they sit; it may still change.", default: []),
        Field("note", .text(length: 1...500), "What the bar should know.", optional: true),
        Field("why", .text(length: 1...200), "Why it was cancelled.", optional: true),
        Field("cancelUntil", .timestamp, "Until when it can be cancelled and changed."),
        Field("made", .timestamp, "When it was made."),
        Field("user", .text(length: 1...Person.mostKeyBytes), "Who made it; for the bar's owner.", optional: true),
    ])
}

/// Tomorrow of a bar.
struct Room: Shaped, Codable {
    var bar: String
    var people: Int64 = 1
    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."),
        Field("people", .integer(in: 1...Book.mostPeople), "For how many.", default: 1),
    ])
}

struct RoomShown: Shaped, Codable {
    struct Part: Shaped, Codable {
        let shift: String
        let starts: Timestamp
        let isOpen: Bool
        /// How many seats are free.
        let free: Int64
        /// Whether there is room for so many.
        let fits: Bool
        let waiting: Int64

        static let shape = Shape.object([
            Field("shift", Shift.word, "The shift."), Field("starts", .timestamp, "When it starts."),
            Field("isOpen", .boolean, "Whether it is open."), Field("free", .integer(), "How many seats are free."),
            Field("fits", .boolean, "Whether there is room for so many."),
            Field("waiting", .integer(), "How many parties wait."),
        ])
    }

    let bar: String
    let date: String
    let shifts: [Part]

    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."), Field("date", Day.text, "Tomorrow, by its clock."),
        Field("shifts", .list(of: .of(Part.self)), "Shift by shift."),
    ])
}

extension Route where Request == Book, Reply == BookingShown {
    static var barsBook: Self { .init("bars.book", .post, "/{bar}/bookings", access: .user) }
}
extension Route where Request == NamedBooking, Reply == BookingShown {
    static var barsBooking: Self { .init("bars.booking", .get, "/bookings/{booking}", access: .user) }
    static var barsConfirm: Self { .init("bars.confirm", .post, "/bookings/{booking}/confirm", access: .user) }
    static var barsArrived: Self { .init("bars.arrived", .post, "/bookings/{booking}/arrived", access: .user) }
    static var barsNoShow: Self { .init("bars.no-show", .post, "/bookings/{booking}/no-show", access: .user) }
}
extension Route where Request == ChangeBooking, Reply == BookingShown {
    static var barsBookingChange: Self { .init("bars.booking-change", .patch, "/bookings/{booking}", access: .user) }
}
extension Route where Request == CancelBooking, Reply == BookingShown {
    static var barsCancel: Self { .init("bars.cancel", .delete, "/bookings/{booking}", access: .user) }
}
extension Route where Request == NamedBooking, Reply == Media {
    static var barsCalendar: Self { .init("bars.calendar", .get, "/bookings/{booking}/calendar.ics", access: .user) }
}
extension Route where Request == Room, Reply == RoomShown {
    static var barsRoom: Self { .init("bars.room", .get, "/{bar}/room", access: .everyone) }
}
