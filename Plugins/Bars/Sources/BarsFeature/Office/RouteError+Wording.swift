internal import FeatureKit

// Why this feature refuses, word for word.
extension RouteError {
    static var notSignedIn: RouteError {
        .init(code: "unauthenticated", status: 401, "this is for people who have signed in")
    }
    static var noBar: RouteError { .notFound("there is no such bar") }
    static var noBooking: RouteError { .notFound("you have no such booking") }
    static var notYourBooking: RouteError { .forbidden("this is for whoever made the booking") }
    static var notYours: RouteError { .forbidden("this is for the bar's owner") }

    // MARK: - Houses

    static func tooManyBars(_ most: Int64) -> RouteError {
        .init(
            code: "too-many-bars", status: 409, "you have \(most == 1 ? "a bar" : "\(most) bars"), and may have no more"
        )
    }
    static func changedMeanwhile(_ version: Int64) -> RouteError {
        .init(
            code: "changed-meanwhile", status: 409, "the bar was changed meanwhile; it has version \(version) now",
            data: ["version": .integer(version)])
    }
    /// - Parameter bookings: Some of them.
    static func bookingsInTheWay(_ bookings: [Value], of count: Int) -> RouteError {
        .init(
            code: "bookings-in-the-way", status: 409,
            count == 1 ? "a booking to come is in the way" : "\(count) bookings to come are in the way",
            data: ["bookings": .list(bookings), "count": .integer(Int64(count))])
    }

    // MARK: - Pictures

    static var noImage: RouteError { .notFound("the bar has no picture") }
    static var noPicture: RouteError {
        .init(code: "unsupported-media-type", status: 415, "that is no PNG, JPEG or WebP")
    }
    static func otherPicture(said type: String, is format: PictureHead.Format) -> RouteError {
        .init(code: "unsupported-media-type", status: 415, "it is said to be \(type), and is \(format.rawValue)")
    }
    static func damaged(_ format: PictureHead.Format, _ damage: PictureHead.Damage) -> RouteError {
        let what =
            switch damage {
            case .hasNoEnd: "it was cut short, or is broken"
            case .hasNoSize: "it does not say how large it is"
            }
        return .init(code: "damaged-picture", status: 400, "that is no whole \(format.name): \(what)")
    }
    static func pictureSides(_ width: Int64, _ height: Int64) -> RouteError {
        .init(
            code: "picture-size", status: 400,
            "the picture has \(width) × \(height) pixels; each side has 1 to \(Picture.mostPixels)")
    }

    // MARK: - Calendar

    static func badZone(_ problem: ZoneProblem) -> RouteError { .invalid("zone: \(problem)") }

    // MARK: - Mine

    static func noDay(_ text: String) -> RouteError { .invalid("date: \"\(text)\" is no day such as 2026-11-23") }
    static var noCursor: RouteError { .invalid("after: that is not where a page of this ended") }

    // MARK: - Search

    static var nothingToFind: RouteError { .invalid("name: there is no letter in it to look for") }
    static func halfAPoint(_ one: String, without other: String) -> RouteError {
        .invalid("\(one) without \(other): a place takes both")
    }
    static var withinOfNothing: RouteError { .invalid("within takes lat and lon: within so many metres of what?") }
    static func unknownType(_ type: String, among types: [String]) -> RouteError {
        .invalid(unknown("type", type, among: types))
    }
    static func unknownShift(_ shift: String, among shifts: [String]) -> RouteError {
        .invalid(unknown("shift", shift, among: shifts))
    }
    static var otherQuestion: RouteError {
        .invalid("after is not the next of a page of this question; begin anew without it")
    }

    private static func unknown(_ kind: String, _ word: String, among words: [String]) -> String {
        let near = Suggestion.closest(to: word, in: words).map { "did you mean \"\($0)\"?" }
        return "there is no \(kind) \"\(word)\"; \(near ?? "there are \(words.joined(separator: ", "))")"
    }
}

// MARK: - Bookings

extension RouteError {
    // What is wrong with what was asked; it depends on nothing that is booked.
    static var noParty: RouteError { .invalid("say how many you are; none of your parties is remembered") }
    static func partySize(_ most: Int64) -> RouteError { .invalid("a booking is for 1 to \(most) people") }
    static var keyReused: RouteError {
        .init(code: "key-reused", status: 422, "this idempotency key was used for something else")
    }

    // What can't be booked.
    static func notTomorrow(_ asked: Day, _ tomorrow: Day) -> RouteError {
        .init(
            code: "not-tomorrow", status: 409,
            "tables are booked for tomorrow, which is \(tomorrow) there, not \(asked)",
            data: ["tomorrow": .text(tomorrow.description)])
    }
    static func closed(_ shift: String, _ day: Day) -> RouteError {
        .init(code: "closed", status: 409, "the bar is closed for \(shift) on \(day)")
    }
    static func begun(_ shift: String) -> RouteError {
        .init(code: "too-late", status: 409, "\(shift) has begun")
    }
    static func full(_ people: Int64, _ shift: String, free: Int64, waiting: Int64, elsewhere: [String]) -> RouteError {
        .init(
            code: "full", status: 409, "there is no room for \(people) in \(shift)",
            data: [
                "free": .integer(free), "waiting": .integer(waiting), "shifts": .list(elsewhere.map { .text($0) }),
            ])
    }
    static func neverRoom(_ people: Int64) -> RouteError {
        .init(code: "full", status: 409, "this bar has no place for \(people), however many cancel")
    }
    static func lineFull(_ shift: String) -> RouteError {
        .init(code: "full", status: 409, "too many wait for \(shift) already")
    }
    static func bookedAlready(_ booking: String, _ shift: String, _ date: String) -> RouteError {
        .init(
            code: "booked-already", status: 409, "you have booked \(shift) on \(date) already",
            data: ["booking": .text(booking)])
    }
    static func tooManyNoShows(_ count: Int) -> RouteError {
        .init(
            code: "too-many-no-shows", status: 403,
            "you did not come \(count == 1 ? "once" : "\(count) times"); you can't book for a while")
    }

    // What can't become of a booking.
    static var holdOver: RouteError {
        .init(code: "hold-over", status: 409, "the time that this was held for you is over")
    }
    static var stillWaiting: RouteError { .init(code: "waiting", status: 409, "there is no place for you yet") }
    static func tooLate(_ until: Timestamp) -> RouteError {
        .init(code: "too-late", status: 409, "this could be cancelled and changed until \(until); call the bar")
    }
    static func tooEarly(_ starts: Timestamp) -> RouteError {
        .init(code: "too-early", status: 409, "this starts at \(starts); nobody knows yet who comes")
    }
    static func notPossible(_ state: Booking.State) -> RouteError {
        let words =
            switch state {
            case .held: "it is only held"
            case .confirmed: "it is confirmed"
            case .waiting: "it is still waiting"
            case .arrived: "they have arrived"
            case .noShow: "nobody came"
            case .cancelled: "it was cancelled"
            case .over: "its time is over"
            }
        return .init(code: "not-possible", status: 409, "that can't be done with this booking: \(words)")
    }
}
