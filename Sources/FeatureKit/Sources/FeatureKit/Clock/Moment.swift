/// One moment on both clocks: the uptime is compared, and the wall clock is shown to people.
public struct Moment: Comparable, Sendable {
    /// The time since some moment before the start, which never goes back.
    public let uptime: Duration
    /// What the wall clock shows.
    public let wall: Timestamp

    /// Makes a moment.
    public init(uptime: Duration, wall: Timestamp) { (self.uptime, self.wall) = (uptime, wall) }

    /// The moment that is this much later, assuming that the wall clock is not set.
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
