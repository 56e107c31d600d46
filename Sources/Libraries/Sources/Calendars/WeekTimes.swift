public import FeatureKit

/// Hours of a day of the week; those that end before they begin go over midnight.
@Record public struct WeekHours: Equatable {
    /// The day of the week on which they begin.
    public var day: Weekday
    /// When they begin, such as 22:00.
    @Text(5...8) public var from: String
    /// When they end, such as 07:30.
    @Text(5...8) public var to: String

    /// Whether they are times of day.
    public var isValid: Bool { TimeOfDay(from) != nil && TimeOfDay(to) != nil }

    /// When they are over at a moment, by the clock of a zone; nil outside of them.
    public func end(at moment: Timestamp, in zone: Zone) -> Timestamp? {
        guard let from = TimeOfDay(from), let to = TimeOfDay(to) else { return nil }
        // A night's hours begin on the day before.
        for begins in [zone.day(at: moment).advanced(by: -1), zone.day(at: moment)] where begins.weekday == day {
            let end = zone.moment(to <= from ? begins.advanced(by: 1) : begins, to)
            if zone.moment(begins, from) <= moment, moment < end { return end }
        }
        return nil
    }
}

extension Sequence<WeekHours> {
    /// Whether some time lies within them, by the clock of a zone; hours that adjoin count as one span.
    public func cover(_ start: Timestamp, _ end: Timestamp, in zone: Zone) -> Bool {
        var reached = start
        while reached < end {
            guard let next = compactMap({ $0.end(at: reached, in: zone) }).max() else { return false }
            reached = next
        }
        return true
    }
}

/// A span of any week: days after its Monday and times of day, wherever clocks are set ahead or back.
@Record public struct WeekSpan: Equatable {
    /// How many days after Monday it begins.
    @In(-7...14) public var day: Int
    /// The time of day at which it begins.
    @Text(5...8) public var from: String
    /// How many days after Monday it ends.
    @In(-7...14) public var endDay: Int
    /// The time of day at which it ends.
    @Text(5...8) public var to: String

    /// The span of two moments in the week of a Monday.
    public init(from start: Timestamp, to end: Timestamp, weekOf monday: Day, in zone: Zone) {
        func days(_ moment: Timestamp) -> Int { zone.day(at: moment).daysSince1970 - monday.daysSince1970 }
        self.init(
            day: days(start), from: zone.time(at: start).description, endDay: days(end),
            to: zone.time(at: end).description)
    }

    /// When it begins and ends in the week of a Monday.
    public func moments(weekOf monday: Day, in zone: Zone) -> (start: Timestamp, end: Timestamp) {
        func moment(_ day: Int, _ time: String) -> Timestamp {
            zone.moment(monday.advanced(by: day), TimeOfDay(time) ?? .midnight)
        }
        return (moment(day, from), moment(endDay, to))
    }
}

extension Day: Strideable {
    /// How many days later the other one is.
    public func distance(to other: Day) -> Int { other.daysSince1970 - daysSince1970 }
}

extension ClosedRange<Day> {
    /// Reads two days such as `2026-11-23`; nil where they are none, or the first one comes after the last.
    public init?(_ first: String, _ last: String) {
        guard let first = Day(first), let last = Day(last), first <= last else { return nil }
        self = first...last
    }

    /// From the first midnight on, and before that of the day after the last one, by the clock of a zone.
    public func moments(in zone: Zone) -> Range<Timestamp> {
        zone.moment(lowerBound, .midnight)..<zone.moment(upperBound.advanced(by: 1), .midnight)
    }
}

extension Day {
    /// Its week, from Monday to Sunday.
    public var week: ClosedRange<Day> { monday...monday.advanced(by: 6) }

    /// The Monday of its week.
    public var monday: Day { advanced(by: -((daysSince1970 + 3) % 7 + 7) % 7) }

    /// The first day of its month.
    public var firstOfMonth: Day { Day("\(description.prefix(8))01") ?? self }
}
