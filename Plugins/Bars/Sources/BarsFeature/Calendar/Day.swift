internal import FeatureKit

/// A day of the calendar, wherever that is.
struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How days are written: `2026-11-23`.
    static let text = Shape.text(length: 10...10)

    let daysSince1970: Int

    static func < (one: Day, other: Day) -> Bool { one.daysSince1970 < other.daysSince1970 }

    func advanced(by days: Int) -> Day { Day(daysSince1970: daysSince1970 + days) }

    var weekday: Weekday { Weekday.allCases[((daysSince1970 + 3) % 7 + 7) % 7] }

    /// The day as it is in UTC at a moment; it stops at the ends of what can be counted.
    var start: Timestamp { Timestamp(nanoseconds: 0).advanced(by: .seconds(86_400 * daysSince1970)) }

    var description: String { String(start.description.prefix(10)) }
}

extension Day {
    /// Reads `2026-11-23`; nil where there is no such day.
    init?(_ text: String) {
        guard text.utf8.count == 10, let start = Timestamp(text + "T00:00:00Z") else { return nil }
        self.init(daysSince1970: Int(start.nanoseconds / 86_400_000_000_000))
    }
}

extension Day {
    /// The day that it is in UTC at a moment; anywhere else it may be the one before or the one after.
    init(utc now: Timestamp) {
        let (days, rest) = now.nanoseconds.quotientAndRemainder(dividingBy: 86_400_000_000_000)
        self.init(daysSince1970: Int(rest < 0 ? days - 1 : days))
    }
}

enum Weekday: String, CaseIterable, Codable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}
