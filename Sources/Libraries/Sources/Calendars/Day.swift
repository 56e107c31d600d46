public import FeatureKit

/// A day of the calendar, in no zone in particular.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many days after 1 January 1970 it is.
    public let daysSince1970: Int

    /// Makes the day that lies so many days after 1 January 1970.
    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// Reads a day such as `2026-11-23`; nil where there is no such day.
    public init?(_ text: String) {
        guard text.utf8.count == 10, let start = Timestamp(text + "T00:00:00Z") else { return nil }
        self.init(utc: start)
    }

    /// The day that it is in UTC at a moment; elsewhere it may be the day before or after.
    public init(utc moment: Timestamp) { daysSince1970 = moment.second.dividedFloor(by: 86_400) }

    /// When the day begins in UTC.
    public var start: Timestamp { Timestamp(second: 86_400 * daysSince1970) }

    /// Which day of the week it is.
    public var weekday: Weekday { Weekday.allCases[((daysSince1970 + 3) % 7 + 7) % 7] }

    /// The day so many days later.
    public func advanced(by days: Int) -> Day { Day(daysSince1970: daysSince1970 + days) }

    /// The day as it is written, `2026-11-23`; such texts sort as the days do.
    public var description: String { String(start.description.prefix(10)) }

    /// Whether the one comes before the other.
    public static func < (one: Day, other: Day) -> Bool { one.daysSince1970 < other.daysSince1970 }
}

/// A day of the week.
public enum Weekday: String, CaseIterable, Sendable, Shaped {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension Timestamp {
    /// The second that the moment lies in, since 1970.
    var second: Int { Int(nanoseconds).dividedFloor(by: 1_000_000_000) }

    /// The start of a second since 1970; it stops at the ends of what can be counted.
    init(second: Int) { self = Timestamp(nanoseconds: 0).advanced(by: .seconds(second)) }
}

extension Int {
    func dividedFloor(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
