internal import FeatureKit

/// How a listener's time goes beside the host's: a gateway has the host's, a recording its own, round after round.
struct ListenerTime: Sendable {
    /// How much later than due a silence in a recording is noticed.
    ///
    /// What is replayed a little late, or very fast, is heard before.
    static let patience = Duration.milliseconds(250)
    /// How long it is quiet between two rounds of a recording.
    private static let pause = Duration.seconds(1)

    /// How much faster than the host's time it goes; nil where it is the host's.
    private let rate: Double?
    /// What is added to the source's time, so that a recording that starts again goes on.
    private var offset = Duration.zero
    /// The source's time when it heard last.
    private var last: Duration?
    /// When it heard last: its time, the host's, and the wall clock's.
    private var anchor = (time: Duration.zero, host: Duration.zero, wall: Timestamp(nanoseconds: 0))

    /// - Parameter speed: How fast a recording is replayed; 0 is at once. Nil for others.
    init(speed: Double?) { rate = speed.map { $0 > 0 ? $0 : 1 } }

    /// Takes when something was heard, by the source and by the host, and returns the listener's time.
    mutating func take(_ moment: Moment, _ now: Duration) -> Duration {
        if rate != nil, let last, moment.uptime < last {
            // A recording never goes back: it is the next round.
            offset = max(anchor.time + Self.pause, time(now)) - moment.uptime
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

    /// What the wall clock showed at the listener's time.
    func wall(_ time: Duration) -> Timestamp { anchor.wall.advanced(by: time - anchor.time) }
}
