internal import FeatureKit

/// One point in time on both clocks: what is decided goes by the monotonic one, what is told by the wall's.
struct Moment: Equatable {
    let uptime: Duration
    let wall: Timestamp

    func advanced(by duration: Duration) -> Moment {
        Moment(uptime: uptime + duration, wall: wall.advanced(by: duration))
    }
}

extension Moment: Comparable {
    static func < (left: Moment, right: Moment) -> Bool { left.uptime < right.uptime }
}

extension FeatureClock {
    var moment: Moment { Moment(uptime: uptime, wall: now) }
}
