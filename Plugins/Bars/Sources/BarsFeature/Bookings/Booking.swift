internal import FeatureKit

/// A party that comes, waits to come, or did.
struct Booking: Shaped, Codable, Equatable {
    enum State: String, CaseIterable, Codable, Sendable, Shaped {
        /// A place is kept until `until`.
        case held
        case confirmed
        /// There was none; it is in the line.
        case waiting
        case arrived
        case noShow
        case cancelled
        /// It was held or waited for until its time was over.
        case over

        /// Whether it takes a place, or waits for one.
        var isAlive: Bool { self == .held || self == .confirmed || self == .waiting || self == .arrived }
    }

    let bar: String
    /// What the bar was called, also once it is gone.
    var barName: String
    let user: String
    var state: State
    var people: Int64
    let date: String
    var shift: String
    var starts: Timestamp
    var ends: Timestamp
    /// Until when it is held, or waits at most; in whole seconds, by which indexes are in order.
    var until: Timestamp?
    /// Its place in the line.
    var place: Int64?
    var note: String?
    /// Why it was cancelled.
    var why: String?
    let made: Timestamp
    /// How often it was changed, for calendars.
    var changes: Int64 = 0
    /// Whoever has it can't book that shift again; absent where that is allowed or nothing is taken any more.
    var claim: String?
    /// What makes asking again harmless, and what was asked.
    var once: String?
    var asked: String?
    /// Its sitting.
    var sitting: String

    static let shape = Shape.object([
        Field("bar", .text(length: 1...64), "Which bar."), Field("barName", .text(length: 1...100), "Its name."),
        Field("user", .text(length: 1...Person.mostKeyBytes), "Who."),
        Field("state", .choice(of: State.self), "How it is."),
        Field("people", .integer(in: 1...Book.mostPeople), "How many."), Field("date", Day.text, "The day."),
        Field("shift", Shift.word, "The shift."), Field("starts", .timestamp, "When it starts."),
        Field("ends", .timestamp, "When it ends."),
        Field("until", .timestamp, "Until when it is held.", optional: true),
        Field("place", .integer(), "Its place in the line.", optional: true),
        Field("note", .text(length: 1...500), "What the bar should know.", optional: true),
        Field("why", .text(length: 1...200), "Why it was cancelled.", optional: true),
        Field("made", .timestamp, "When it was made."),
        Field("changes", .integer(), "How often it was changed.", default: 0),
        Field("claim", .text(length: 1...1_000), "What it keeps anybody from booking again.", optional: true),
        Field("once", .text(length: 1...1_000), "What makes asking again harmless.", optional: true),
        Field("asked", .text(length: 1...1_000), "What was asked.", optional: true),
        Field("sitting", .text(length: 1...200), "Its shift of its bar."),
    ])
}

extension Booking {
    /// 128 random bits, which nobody guesses.
    static func newID() -> String { String(UInt128.random(in: .min ... .max), radix: 36) }

    /// Something of somebody, as unique indexes have it: the length keeps keys apart that hold a bar themselves.
    static func mark(_ user: String, _ rest: String) -> String { "\(user.utf8.count)|\(user)|\(rest)" }

    static func claim(_ user: String, _ date: String, _ shift: String) -> String { mark(user, "\(date)|\(shift)") }

    /// How it is at a moment, also where nobody has written down yet that its time is over.
    func state(at now: Timestamp) -> State {
        guard state == .held || state == .waiting, let until, until <= now else { return state }
        return .over
    }
}

extension Documents<Booking> {
    static var bookings: Documents<Booking> {
        .init(
            "bookings",
            indexes: [
                .on("user", "starts"), .on("sitting", "state", "until", "place"), .on("state", "until"),
                .on("bar", "date"),
                .on("date"),
                .unique("claim"), .unique("once"),
            ])
    }
}
