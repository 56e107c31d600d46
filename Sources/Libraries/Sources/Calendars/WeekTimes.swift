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

    /// Whether some time lies within them, by the clock of a zone.
    public func contains(_ start: Timestamp, _ end: Timestamp, in zone: Zone) -> Bool {
        guard let from = TimeOfDay(from), let to = TimeOfDay(to) else { return false }
        // A night's hours begin on the day before.
        return [zone.day(at: start), zone.day(at: start).advanced(by: -1)].contains { begins in
            begins.weekday == day && zone.moment(begins, from) <= start
                && end <= zone.moment(to <= from ? begins.advanced(by: 1) : begins, to)
        }
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

extension Day {
    /// The Monday of its week.
    public var monday: Day { advanced(by: -((daysSince1970 + 3) % 7 + 7) % 7) }

    /// The first day of its month.
    public var firstOfMonth: Day { Day("\(description.prefix(8))01") ?? self }
}
