internal import FeatureKit

/// One point in time on both clocks: the monotonic one decides, the wall clock is shown.
struct Moment: Comparable {
    let uptime: Duration
    let wall: Timestamp

    /// The wall clock in milliseconds since 1970.
    var milliseconds: Int { Int(wall.nanoseconds / 1_000_000) }

    func advanced(by duration: Duration) -> Moment {
        Moment(uptime: uptime + duration, wall: wall.advanced(by: duration))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.uptime < right.uptime }
}

extension FeatureClock {
    var moment: Moment { Moment(uptime: uptime, wall: now) }
}

/// The earliest of some times; nil where there is none.
func earliest(_ times: Duration?...) -> Duration? { times.compactMap(\.self).min() }
