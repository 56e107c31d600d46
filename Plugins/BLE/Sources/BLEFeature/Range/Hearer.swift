internal import FeatureKit

/// How near senders are to one listener.
struct Hearer: Sendable {
    /// How many known beacons are remembered of each listener, and how many others: these can't drive out those.
    static let mostKnown = 1_024
    static let mostStrangers = 256

    private let ruler: Ruler
    private let fresh: Smoother
    private var known = Recent<Who, Smoother>(most: mostKnown)
    private var strangers = Recent<Who, Smoother>(most: mostStrangers)
    private(set) var arbiter: Arbiter
    private var pace: Pace
    /// Since when it is as it is with the nearest, by the source's clock on the wall.
    private(set) var since: Timestamp?

    init(_ settings: BLE.Settings, _ listener: String) {
        ruler = Ruler(settings.distance, for: listener)
        fresh = Smoother(settings.distance)
        arbiter = Arbiter(settings.nearest)
        pace = Pace(speed: settings.captures.first { $0.listener == listener }?.speed)
    }

    /// How many senders are remembered.
    var count: Int { known.count + strangers.count }
    /// How many were forgotten to make room.
    var forgotten: UInt64 { known.forgotten + strangers.forgotten }

    /// Takes a signal's strength, at the host's time.
    ///
    /// - Parameter due: When something is decided by the host's time, if nobody is heard before.
    mutating func hear(
        _ rssi: Int8, power: Double, of sender: Sender, _ speaker: Speaker, at moment: Moment, _ now: Duration,
        _ changes: inout [Arbiter.Change], due: inout Duration?
    ) -> Reach? {
        let time = pace.take(moment, now)
        let who = speaker.beacon.map(Who.beacon) ?? .sender(sender)
        let begin = { [fresh] in fresh }
        let level =
            speaker.beacon == nil
            ? strangers.touch(who, else: begin) { $0.take(rssi, at: time) }
            : known.touch(who, else: begin) { $0.take(rssi, at: time) }
        let reach = ruler.reach(level, power: power)
        let loss = power - level.strength
        arbiter.hear(
            Arbiter.Candidate(who: who, sender: sender, loss: loss, reach: reach, heard: time), &changes)
        due = self.due
        return reach
    }

    /// When something is decided by the host's time, if nobody is heard before.
    var due: Duration? { arbiter.due.map { pace.host($0) } }

    /// Lets the host's time pass.
    mutating func pass(to now: Duration, _ changes: inout [Arbiter.Change]) {
        arbiter.pass(to: pace.time(now), &changes)
    }

    /// What is to be told of a change that has just been.
    mutating func note(_ change: Arbiter.Change, _ listener: String) -> Nearest {
        since = pace.wall(change.since)
        return Nearest(listener, change.nearest, since: since)
    }
}
