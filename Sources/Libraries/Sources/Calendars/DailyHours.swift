public import FeatureKit

/// Hours of each day in a zone; those that end before they begin go over midnight.
@Record public struct DailyHours: Equatable {
    /// When they begin, such as 22:00.
    @Text(5...8) public var from: String
    /// When they end, such as 07:30.
    @Text(5...8) public var to: String
    /// The time zone, such as Europe/Madrid.
    @Text(1...64) public var zone: String

    /// Whether they are times of day in a zone that there is.
    public func isValid(in zones: Zones) -> Bool {
        TimeOfDay(from) != nil && TimeOfDay(to) != nil && (try? zones.zone(zone)) != nil
    }

    /// When they are over at a moment; nil outside of them.
    public func end(at now: Timestamp, in zones: Zones) -> Timestamp? {
        guard let from = TimeOfDay(from), let to = TimeOfDay(to), from != to, let zone = try? zones.zone(zone) else {
            return nil
        }
        let today = zone.day(at: now)
        for day in [today.advanced(by: -1), today] {
            let begin = zone.moment(day, from)
            let end = zone.moment(from < to ? day : day.advanced(by: 1), to)
            if begin <= now, now < end { return end }
        }
        return nil
    }
}
