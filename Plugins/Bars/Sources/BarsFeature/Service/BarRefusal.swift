internal import Calendars
internal import FeatureKit
internal import Media

/// Why this feature refuses.
enum BarRefusal: Refusal, Equatable {
    case keyTooLong, noBar, noBooking, noImage, notYourBar, notYourBooking, zoneUnreadable(String)
    // Bars.
    case invalidBar([String]), tooManyBars(Int), changedMeanwhile(Int64), bookingsInTheWay([Value], count: Int)
    case notAnImage, otherFormat(said: String, is: ImageHeader.Format), imageSize(Int, Int)
    case damagedImage(ImageHeader.Format, ImageHeader.Damage)
    // Search.
    case emptyName, halfAPoint(String, without: String), withinOfNothing, otherSearch
    case unknown(String, String, among: [String])
    // Bookings.
    case noDay(String), noParty, partySize(most: Int), notTomorrow(Day, tomorrow: Day), closed(String, Day), begun(
        String)
    case full(people: Int, shift: String, free: Int, waiting: Int, elsewhere: [String]), neverRoom(Int)
    case waitListFull(String), bookedAlready(ID<Booking>, shift: String, date: String), tooManyNoShows(Int)
    case holdOver, stillWaiting, tooLate(Timestamp), tooEarly(Timestamp), notPossible(Booking.State)

    var answer: RouteError {
        switch self {
        case .keyTooLong: Self.error("unauthenticated", 401, "your key is too long to book with")
        case .noBar: .notFound("there is no such bar")
        case .noBooking: .notFound("you have no such booking")
        case .noImage: .notFound("the bar has no image")
        case .notYourBar: .forbidden("this is for the bar's owner")
        case .notYourBooking: .forbidden("this is for whoever made the booking")
        case .zoneUnreadable(let problem): Self.error("unavailable", 503, problem)
        case .invalidBar(let problems):
            .invalid(
                (problems.prefix(20) + (problems.count > 20 ? ["and \(problems.count - 20) more"] : []))
                    .joined(separator: "; "))
        case .tooManyBars(let most):
            Self.error("too-many-bars", 409, "you have \(Self.count(most, "bar")), and may have no more")
        case .changedMeanwhile(let version):
            Self.error(
                "changed-meanwhile", 409, "the bar was changed meanwhile; it has version \(version) now",
                ["version": .integer(version)])
        case .bookingsInTheWay(let some, let count):
            Self.error(
                "bookings-in-the-way", 409,
                "\(Self.count(count, "future booking")) \(count == 1 ? "is" : "are") in the way",
                ["bookings": .list(some), "count": .integer(Int64(count))])
        case .notAnImage: Self.error("unsupported-media-type", 415, "the image is no PNG, JPEG or WebP")
        case .otherFormat(let said, let format):
            Self.error("unsupported-media-type", 415, "the image is called \(said), and is \(format.rawValue)")
        case .damagedImage(let format, .hasNoEnd):
            Self.error("damaged-picture", 400, "the \(format.name) was cut short, or is broken")
        case .damagedImage(let format, .hasNoSize):
            Self.error("damaged-picture", 400, "the \(format.name) does not say how large it is")
        case .imageSize(let width, let height):
            Self.error(
                "picture-size", 400,
                "the image has \(width) × \(height) pixels; each side has 1 to \(Picture.mostPixels)")
        case .emptyName: .invalid("name: there is no letter in it to look for")
        case .halfAPoint(let one, let other): .invalid("\(one) without \(other): a point has both")
        case .withinOfNothing: .invalid("within needs lat and lon")
        case .otherSearch: .invalid("after is not the next of a page of this search; begin again without it")
        case .unknown(let kind, let word, let words):
            .invalid(
                "there is no \(kind) \"\(word)\"; "
                    + (Suggestion.closest(to: word, in: words).map { "did you mean \"\($0)\"?" }
                        ?? "there are \(words.joined(separator: ", "))"))
        case .noDay(let text): .invalid("date: \"\(text)\" is no day such as 2026-11-23")
        case .noParty: .invalid("people: say how many you are, since no party of yours is remembered")
        case .partySize(let most): .invalid("people: a booking is for 1 to \(most) people")
        case .notTomorrow(let day, let tomorrow):
            Self.error(
                "not-tomorrow", 409, "tables are booked for tomorrow, which is \(tomorrow) at the bar, not \(day)",
                ["tomorrow": .text("\(tomorrow)")])
        case .closed(let shift, let day): Self.error("closed", 409, "the bar is closed for \(shift) on \(day)")
        case .begun(let shift): Self.error("too-late", 409, "\(shift) has begun")
        case .full(let people, let shift, let free, let waiting, let elsewhere):
            Self.error(
                "full", 409, "there is no room for \(people) in \(shift)",
                [
                    "free": .integer(Int64(free)), "waiting": .integer(Int64(waiting)),
                    "shifts": .list(elsewhere.map { .text($0) }),
                ])
        case .neverRoom(let people): Self.error("full", 409, "this bar has no place for \(people), whoever cancels")
        case .waitListFull(let shift): Self.error("full", 409, "the wait list of \(shift) is full")
        case .bookedAlready(let booking, let shift, let date):
            Self.error(
                "booked-already", 409, "you have booked \(shift) on \(date) already", ["booking": .text(booking.text)])
        case .tooManyNoShows(let count):
            Self.error(
                "too-many-no-shows", 403, "you missed \(Self.count(count, "booking")); you can't book for a while")
        case .holdOver: Self.error("hold-over", 409, "the table is no longer held for you")
        case .stillWaiting: Self.error("waiting", 409, "you are still on the wait list")
        case .tooLate(let until):
            Self.error("too-late", 409, "this could be cancelled and changed until \(until); call the bar")
        case .tooEarly(let starts):
            Self.error("too-early", 409, "the shift starts at \(starts), and only then is it known who came")
        case .notPossible(let state):
            Self.error("not-possible", 409, "that can't be done: the booking is \(state.words)")
        }
    }

    private static func error(_ code: String, _ status: Int, _ detail: String, _ data: Value? = nil) -> RouteError {
        RouteError(code: code, status: status, detail, data: data)
    }

    private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static let examples: [Self] = [
        .keyTooLong, .noBar, .noBooking, .noImage, .notYourBar, .notYourBooking, .zoneUnreadable("can't be read"),
        .invalidBar(["type: must be one of meat, fish"]), .tooManyBars(50), .changedMeanwhile(3),
        .bookingsInTheWay([], count: 2), .notAnImage, .otherFormat(said: "image/png", is: .jpeg), .imageSize(0, 20_001),
        .damagedImage(.png, .hasNoEnd), .damagedImage(.webp, .hasNoSize), .emptyName,
        .halfAPoint("lat", without: "lon"),
        .withinOfNothing, .otherSearch, .unknown("type", "fisch", among: ["meat", "fish"]), .noDay("2026-02-30"),
        .noParty, .partySize(most: 20), .notTomorrow(Day(daysSince1970: 0), tomorrow: Day(daysSince1970: 1)),
        .closed("lunch-1", Day(daysSince1970: 0)), .begun("lunch-1"),
        .full(people: 4, shift: "lunch-1", free: 2, waiting: 1, elsewhere: ["lunch-2"]), .neverRoom(40),
        .waitListFull("lunch-1"), .bookedAlready(ID("k7"), shift: "lunch-1", date: "2026-11-23"), .tooManyNoShows(3),
        .holdOver, .stillWaiting, .tooLate(Timestamp(nanoseconds: 0)), .tooEarly(Timestamp(nanoseconds: 0)),
        .notPossible(.cancelled),
    ]
}

extension Booking.State {
    fileprivate var words: String {
        switch self {
        case .held: "only held"
        case .confirmed: "confirmed"
        case .waiting: "on the wait list"
        case .arrived: "marked as arrived"
        case .noShow: "marked as missed"
        case .cancelled: "cancelled"
        case .over: "over"
        }
    }
}
