internal import Calendars
internal import FeatureKit
internal import Media
internal import Seating
internal import TextSearch

/// A place where people eat, and its seats.
@Record @Collection("bars", .on(\.owner, \.made), .on(\.type), person: .anonymises(\.owner))
struct Bar: Equatable {
    static let mostSeats = 10_000
    static let typeLength = 1...50

    /// The name of the bar.
    @Public @Editable @Text(1...100) var name: String
    /// What the bar says about itself.
    @Public @Editable @Text(0...2_000) var description = ""
    /// How many people it takes in one shift; where it has tables, their seats.
    @Public @Editable @In(0...10_000) var capacity = 0
    /// One of the types of the settings.
    @Public @Editable @Text(Bar.typeLength) var type: String
    /// Where it is.
    @Public @Editable var location: GeoPoint
    /// Where it is, in words.
    @Public @Editable @Text(1...200) var address: String?
    /// The key of the user whom it belongs to; absent once that account is deleted.
    @Public @Text(1...900) var owner: String?
    /// Its time zone, such as Europe/Madrid; that of the settings by default.
    @Public @Editable @Text(1...64) var zone: String?
    /// When it is open.
    @Public @Editable(.byField) var opening: Opening = Opening()
    /// Its tables; without any, only seats are counted.
    @Public @Editable @Count(0...200) var tables: [Table] = []
    /// The facts of its image, which lies at `…/image`.
    @Public var image: StoredImage?
    /// When it was added.
    var made: Timestamp
    /// Whether the bar belongs to the caller.
    @Public var isYours: Bool { false }

    /// The blob of a bar's image.
    static func image(of bar: ID<Bar>) -> String { "pictures/\(bar)" }

    /// The seats and tables that it sells in a shift.
    func plan(overbooking: Int) -> SeatingPlan {
        SeatingPlan(capacity: capacity, tables: tables, overbooking: overbooking)
    }

    /// Whether people sit, or come at times, other than before.
    func seatsOthers(than old: Bar) -> Bool {
        capacity != old.capacity || tables != old.tables || opening != old.opening || zone != old.zone
    }

    /// Takes spaces around texts away, and the seats of the tables as the capacity where none was said.
    mutating func tidy(saysCapacity: Bool) {
        (name, address) = (name.trimmed ?? "", address?.trimmed)
        if !saysCapacity, !tables.isEmpty { capacity = tables.seats }
    }

    /// Everything that is wrong with the bar beyond its Shape, in the fields that a request names.
    ///
    /// What the settings no longer have is no mistake of a change of something else.
    func problems(_ settings: Bars.Settings, changing old: Bar? = nil) -> [RequestProblem] {
        var problems: [RequestProblem] = []
        func add(_ field: String, _ message: String) { problems.append(RequestProblem(field, message)) }
        if capacity == 0 { add("capacity", "a bar without tables needs it") }
        if !name.hasVisibleText { add("name", "there is nothing in it to be read") }
        if name.hasLineBreaks { add("name", "it has to be on one line") }
        if address?.hasLineBreaks == true { add("address", "it has to be on one line") }
        if type != old?.type { problems += settings.types.problems(of: type, at: ValuePath([.member("type")])) }
        for problem in tables.problems { add("tables", problem) }
        if tables.seats > Self.mostSeats {
            add("tables", "they have \(tables.seats) seats; a bar has \(Self.mostSeats) at most")
        } else if !tables.isEmpty, capacity != tables.seats {
            add("capacity", "it is \(capacity), and the tables have \(tables.seats) seats")
        }
        if opening != old?.opening { problems += opening.problems(settings.shifts) }
        return problems
    }
}

/// When a bar is open.
@Record struct Opening: Equatable {
    /// The days of the week; every day where there are none.
    @Editable @Count(0...7) var days: [Weekday] = []
    /// The ids of the shifts; all where there are none.
    @Editable @Text(Shift.idLength) @Count(0...12) var shifts: [String] = []
    /// Days on which it is closed all the same.
    @Editable @Count(0...100) var closures: [Closure] = []

    /// The days as a pattern; closures that can't be read are none.
    var pattern: WeekPattern { WeekPattern(days, without: closures.compactMap(\.span)) }

    func isOpen(for shift: String) -> Bool { shifts.isEmpty || shifts.contains(shift) }

    fileprivate func problems(_ known: [Shift]) -> [RequestProblem] {
        var problems = shifts.enumerated().flatMap { index, shift in
            known.map(\.id).problems(
                of: shift, at: ValuePath([.member("opening"), .member("shifts"), .element(index)]))
        }
        for closure in closures {
            let days = [closure.from, closure.to].filter { Day($0) == nil }
            problems += days.map { RequestProblem("opening", "\(Value.text($0).json) is no day") }
            if days.isEmpty, closure.span == nil {
                let span = "from \(closure.from) to \(closure.to)"
                problems.append(RequestProblem("opening", "it is closed \(span), which is before"))
            }
        }
        return problems
    }
}

/// Some days on which a bar is closed.
@Record struct Closure: Equatable {
    /// The first day, such as 2026-12-24.
    @Text(10...10) var from: String
    /// The last day.
    @Text(10...10) var to: String
    /// The reason, for guests.
    @Text(1...200) var why: String?

    var span: ClosedRange<Day>? {
        guard let from = Day(from), let to = Day(to), from <= to else { return nil }
        return from...to
    }
}

extension [String] {
    /// What is wrong with a text at a place of a request that should be one of these.
    func problems(of text: String, at place: ValuePath) -> [RequestProblem] {
        Shape.choice(self).problems(in: .text(text)).map { RequestProblem($0, at: place) }
    }
}
