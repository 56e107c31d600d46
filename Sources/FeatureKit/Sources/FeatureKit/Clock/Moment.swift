/// One point in time on both clocks: the uptime decides, and people are shown the wall clock.
public struct Moment: Comparable, Sendable {
    /// The time since some point before the start, which never goes back.
    public let uptime: Duration
    /// What the wall clock shows.
    public let wall: Timestamp

    /// A point in time.
    public init(uptime: Duration, wall: Timestamp) { (self.uptime, self.wall) = (uptime, wall) }

    /// The moment so much later, had the wall clock never been set.
    public func advanced(by duration: Duration) -> Moment {
        Moment(uptime: uptime + duration, wall: wall.advanced(by: duration))
    }

    /// Whether the first one comes before the other, by the uptime.
    public static func < (left: Moment, right: Moment) -> Bool { left.uptime < right.uptime }
}

extension FeatureClock {
    /// What both clocks show now.
    public var moment: Moment { Moment(uptime: uptime, wall: now) }
}
