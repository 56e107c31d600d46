public import BluetoothCaptures
public import FeatureKit

/// How far beacons are from one listener, and which is the nearest; the time is an argument.
public struct ListenerRanging: Sendable {
    /// How many known beacons are remembered.
    public static let mostKnown = 1_024
    /// How many unknown senders are remembered; they can't displace known beacons.
    public static let mostUnknown = 256

    private let settings: RangingSettings
    private let listener: String
    private var model: DistanceModel
    private let fresh: Smoother
    private var known = BoundedCache<String, Smoother>(limit: mostKnown)
    private var unknownSenders = BoundedCache<Candidate.ID, Smoother>(limit: mostUnknown)
    private var selector: NearestSelector
    private var time: ListenerTime
    private var since: Timestamp?
    /// What `takeCheck` returned last, until time has passed to it.
    private var checked: Duration?
    /// The method that is used.
    public private(set) var method: RangingSettings.Method

    /// A listener that has heard nothing.
    ///
    /// - Parameter speed: How fast the recording is replayed; nil where the listener is none.
    public init(_ settings: RangingSettings, _ nearest: NearestSettings, for listener: String, speed: Double?) {
        (self.settings, self.listener, method) = (settings, listener, settings.method)
        model = DistanceModel(settings, for: listener)
        fresh = Smoother(settings)
        selector = NearestSelector(nearest)
        time = ListenerTime(speed: speed)
    }

    /// How many senders are remembered.
    public var count: Int { known.count + unknownSenders.count }
    /// How many were forgotten to make room.
    public var forgotten: UInt64 { known.evicted + unknownSenders.evicted }
    /// Which beacon is the nearest now, as it was heard last.
    public var nearest: NearestChange {
        NearestChange(nearest: selector.nearest, isLocked: selector.isLocked, since: since)
    }
    /// When to let time pass without anything being heard, by the host's time; nil where it is known already.
    public mutating func takeCheck() -> Duration? {
        guard let due = selector.due.map({ time.host($0) }), checked.map({ due < $0 }) ?? true else { return nil }
        checked = due
        return due
    }

    /// Uses another method from now on.
    public mutating func use(_ method: RangingSettings.Method) {
        guard method != self.method else { return }
        self.method = method
        model = DistanceModel(settings, for: listener, method: method)
    }

    /// Takes a signal.
    ///
    /// - Parameters:
    ///   - beacon: The id of the known beacon that sent it; nil where the sender is not known.
    ///   - power: The sender's strength a metre away, in dBm.
    ///   - now: The host's time.
    /// - Returns: How far away the sender is; nil where no method can tell.
    public mutating func hear(
        _ rssi: Int8, power: Int, of address: Advertisement.Address, zone: UInt16, beacon: String?, at moment: Moment,
        now: Duration, _ changes: inout [NearestChange]
    ) -> Distance? {
        let heard = time.take(moment, now)
        let id: Candidate.ID
        let level: Level
        if let beacon {
            id = .beacon(beacon)
            level = known.update(beacon, default: fresh) { $0.take(rssi, at: heard) }
        } else {
            id = .sender(address, zone: zone)
            level = unknownSenders.update(id, default: fresh) { $0.take(rssi, at: heard) }
        }
        let distance = model.distance(level, power: Double(power))
        var decisions: [NearestSelector.Decision] = []
        selector.hear(
            Candidate(
                id: id, address: address, zone: zone, loss: Double(power) - level.strength, distance: distance,
                heard: heard), &decisions)
        add(decisions, to: &changes)
        return distance
    }

    /// Lets the host's time pass.
    public mutating func pass(to now: Duration, _ changes: inout [NearestChange]) {
        checked = nil
        var decisions: [NearestSelector.Decision] = []
        selector.pass(to: time.time(now), &decisions)
        add(decisions, to: &changes)
    }

    private mutating func add(_ decisions: [NearestSelector.Decision], to changes: inout [NearestChange]) {
        for decision in decisions {
            since = time.wall(decision.since)
            changes.append(
                NearestChange(nearest: decision.nearest, isLocked: decision.isLocked, since: since))
        }
    }
}
