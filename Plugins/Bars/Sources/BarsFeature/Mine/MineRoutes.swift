internal import FeatureKit

// What is asked and replied about oneself, and about one's own bar.

struct Mine: Shaped, Codable {
    var limit: Int64 = 50
    var after: String?
    static let shape = Shape.object([
        Field("limit", .integer(in: 1...100), "How many at once.", default: 50),
        Field("after", .text(length: 1...500), "Where the page before ended: its next.", optional: true),
    ])
}

struct MyBookings: Shaped, Codable {
    var past = false
    var limit: Int64 = 50
    var after: String?
    static let shape = Shape.object([
        Field("past", .boolean, "Those that are past or cancelled.", default: false),
        Field("limit", .integer(in: 1...100), "How many at once.", default: 50),
        Field("after", .text(length: 1...500), "Where the page before ended: its next.", optional: true),
    ])
}

struct BarPage: Shaped, Codable {
    let items: [BarShown]
    var next: String?
    static let shape = Shape.object([
        Field("items", .list(of: .of(BarShown.self)), "The bars."),
        Field("next", .text(length: 1...500), "What brings the next page.", optional: true),
    ])
}

struct BookingPage: Shaped, Codable {
    let items: [BookingShown]
    var next: String?
    static let shape = Shape.object([
        Field("items", .list(of: .of(BookingShown.self)), "The bookings."),
        Field("next", .text(length: 1...500), "What brings the next page.", optional: true),
    ])
}

struct Party: Shaped, Codable, Equatable {
    var people: Int64
    static let shape = Shape.object([Field("people", .integer(in: 1...500), "How many somebody comes with.")])
}

struct AskDay: Shaped, Codable {
    var bar: String
    var date: String?
    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."),
        Field("date", Day.text, "Which day; today unless told.", optional: true),
    ])
}

/// A day of a bar, for its owner.
struct DayShown: Shaped, Codable {
    struct Part: Shaped, Codable {
        let shift: String
        let starts: Timestamp
        let isOpen: Bool
        let capacity: Int64
        let taken: Int64
        let bookings: [BookingShown]
        let waiting: [BookingShown]

        static let shape = Shape.object([
            Field("shift", Shift.word, "The shift."), Field("starts", .timestamp, "When it starts."),
            Field("isOpen", .boolean, "Whether it is open."), Field("capacity", .integer(), "How many it takes."),
            Field("taken", .integer(), "How many come."),
            Field("bookings", .list(of: .of(BookingShown.self)), "Who comes, and who did not."),
            Field("waiting", .list(of: .of(BookingShown.self)), "Who waits, in order."),
        ])
    }

    let bar: String
    let date: String
    let shifts: [Part]
    /// How many bookings there are besides those shown.
    let left: Int64

    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."), Field("date", Day.text, "Which day."),
        Field("shifts", .list(of: .of(Part.self)), "Shift by shift."),
        Field("left", .integer(), "How many bookings there are besides those shown."),
    ])
}

extension Route where Request == Mine, Reply == BarPage {
    static var barsMine: Self { .init("bars.mine", .get, "/mine/bars", access: .user) }
    static var barsMyBookedBars: Self { .init("bars.my-booked-bars", .get, "/mine/booked-bars", access: .user) }
}
extension Route where Request == MyBookings, Reply == BookingPage {
    static var barsMyBookings: Self { .init("bars.my-bookings", .get, "/mine/bookings", access: .user) }
}
extension Route where Request == Nothing, Reply == Party {
    static var barsParty: Self { .init("bars.party", .get, "/mine/party", access: .user) }
}
extension Route where Request == Party, Reply == Party {
    static var barsPartyPut: Self { .init("bars.party-put", .put, "/mine/party", access: .user) }
}
extension Route where Request == AskDay, Reply == DayShown {
    static var barsDay: Self { .init("bars.day", .get, "/{bar}/day", access: .user) }
}
