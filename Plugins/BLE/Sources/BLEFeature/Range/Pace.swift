internal import FeatureKit

/// How the time of a listener goes beside the host's: a gateway has the host's, a recording its own, round after round.
struct Pace: Sendable {
    /// So much later than its own time says it is decided of a recording who is silent.
    ///
    /// What is replayed a little late, or very fast, is heard before. When they fell silent is told as it was.
    static let patience = Duration.milliseconds(250)

    /// How much faster than the host's; nil where it is the host's.
    private let rate: Double?
    /// What is added to the source's time, so that a recording that begins anew goes on.
    private var offset = Duration.zero
    /// The source's own time when it heard last.
    private var last: Duration?
    /// The listener's time when it heard last, the host's then, and what the wall showed.
    private var anchor = (time: Duration.zero, host: Duration.zero, wall: Timestamp(nanoseconds: 0))

    /// - Parameter speed: How fast a recording is replayed; 0: at once. Nil for others.
    init(speed: Double?) { rate = speed.map { $0 > 0 ? $0 : 1 } }

    /// Hears something.
    ///
    /// - Returns: The listener's time.
    mutating func take(_ moment: Moment, _ now: Duration) -> Duration {
        if rate != nil, let last, moment.uptime < last {
            // A recording never goes back: it is the next round.
            offset = max(anchor.time + CaptureReplay.pause, time(now)) - moment.uptime
        }
        last = moment.uptime
        let time = moment.uptime + offset
        anchor = (time, now, moment.wall)
        return time
    }

    /// The listener's time at the host's.
    func time(_ now: Duration) -> Duration {
        guard let rate else { return now }
        return anchor.time + max(now - anchor.host - Self.patience, .zero) * rate
    }

    /// The host's time at the listener's.
    func host(_ time: Duration) -> Duration {
        guard let rate else { return time }
        return anchor.host + (time - anchor.time) / rate + Self.patience
    }

    /// What the wall showed then.
    func wall(_ time: Duration) -> Timestamp { anchor.wall.advanced(by: time - anchor.time) }
}
