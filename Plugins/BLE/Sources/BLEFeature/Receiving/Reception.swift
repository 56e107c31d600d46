internal import BLEContracts
internal import BeaconRanging
internal import BluetoothCaptures
internal import FeatureKit

/// What is known of beacons by all listeners, and what is to be published of it; the time is an argument.
struct Reception: Sendable {
    /// What may change without anything being heard.
    enum Check: Hashable, Sendable {
        case beacon(String)
        case listener(String)
    }

    var beacons: BeaconRegistry
    /// The host's time when this was called last.
    private(set) var now: Moment
    private var names: Set<String>
    private var listeners: [String: ListenerRanging] = [:]
    private var checks: [(check: Check, at: Duration)] = []
    private var sightings: [Sighting] = []
    private var nearest: [Nearest] = []

    init(_ settings: BLE.Settings, at now: Moment = Moment(uptime: .zero, wall: Timestamp(nanoseconds: 0))) {
        beacons = BeaconRegistry(settings, at: now.uptime)
        names = Set(settings.listeners)
        self.now = now
    }

    /// Lets the host's time pass; the uptime never goes back.
    mutating func pass(to moment: Moment) {
        now = Moment(uptime: max(now.uptime, moment.uptime), wall: moment.wall)
    }

    /// Takes other settings, those of ranging and captures apart.
    ///
    /// - Returns: The beacons of staff that are left aside, since the settings have them now.
    mutating func apply(_ settings: BLE.Settings) -> [String] {
        names = Set(settings.listeners)
        for name in listeners.keys where !names.contains(name) {
            listeners[name] = nil
            nearest.append(Nearest(listener: name, isGone: true))
        }
        return beacons.apply(settings, at: now)
    }

    mutating func add(_ sighting: Sighting) { sightings.append(sighting) }

    /// Takes a signal's strength and returns how far away the sender is; nil where that can't be told.
    ///
    /// - Parameter declared: The strength a metre away that the sender says of itself.
    mutating func range(
        _ advertisement: Advertisement, zone: UInt16, _ speaker: Speaker, by listener: String, at moment: Moment,
        declared: Int? = nil
    ) -> Distance? {
        // Zero is what radios say that did not measure it.
        guard let rssi = advertisement.rssi, rssi != 0 else { return nil }
        let power =
            speaker.power ?? declared ?? (beacons.settings.distance.declared ? advertisement.declaredPower : nil)
            ?? beacons.settings.distance.power
        var changes: [NearestChange] = []
        let now = now.uptime
        let (distance, check) = update(listener) { ranging in
            let distance = ranging.hear(
                rssi, power: power, of: advertisement.address, zone: zone, beacon: speaker.beacon, at: moment,
                now: now, &changes)
            return (distance, ranging.takeCheck())
        }
        take(changes, check, of: listener)
        return distance
    }

    /// Uses another method for a listener from now on.
    mutating func use(_ method: RangingSettings.Method, for listener: String) {
        guard listeners[listener]?.method ?? beacons.settings.distance.method != method else { return }
        update(listener) { $0.use(method) }
    }

    /// Finds out what has changed by now.
    mutating func make(_ check: Check) {
        switch check {
        case .beacon(let id): beacons.checkSilence(of: id, now: now.uptime)
        case .listener(let name):
            guard listeners[name] != nil else { return }
            var changes: [NearestChange] = []
            let now = now.uptime
            let check = update(name) { ranging in
                ranging.pass(to: now, &changes)
                return ranging.takeCheck()
            }
            take(changes, check, of: name)
        }
    }

    private mutating func update<Result>(_ listener: String, _ change: (inout ListenerRanging) -> Result) -> Result {
        if let place = listeners.index(forKey: listener) { return change(&listeners.values[place]) }
        let speed = beacons.settings.captures.first { $0.listener == listener }?.speed
        var new = ListenerRanging(
            beacons.settings.distance, beacons.settings.nearest, for: listener, speed: speed)
        defer { listeners[listener] = new }
        return change(&new)
    }

    private mutating func take(_ changes: [NearestChange], _ check: Duration?, of listener: String) {
        if let check { checks.append((.listener(listener), check)) }
        for change in changes { nearest.append(nearest(listener, change)) }
    }

    /// Which beacon each listener has nearest, by the names of the listeners.
    var allNearest: [Nearest] {
        names.union(listeners.keys).sorted().map { name in
            listeners[name].map { nearest(name, $0.nearest) } ?? Nearest(listener: name)
        }
    }

    private func nearest(_ listener: String, _ change: NearestChange) -> Nearest {
        let candidate = change.nearest
        var known: KnownBeacon?
        if case .beacon(let id) = candidate?.id { known = beacons[id]?.beacon }
        return Nearest(
            listener: listener, beacon: known?.id, address: candidate?.address.description,
            zone: (candidate?.zone).map(Int.init), distance: candidate?.distance?.metres,
            error: candidate?.distance?.error, locked: change.isLocked, map: known?.map, since: change.since)
    }

    /// What to check without anything being heard, each once.
    mutating func takeChecks() -> [(check: Check, at: Duration)] {
        let silent = beacons.takeChecks().map { (check: Check.beacon($0.beacon), at: $0.at) }
        defer { checks = [] }
        return silent + checks
    }

    /// What is to be published, each once.
    mutating func takeMessages() -> (sightings: [Sighting], statuses: [BeaconStatus], nearest: [Nearest]) {
        defer { (sightings, nearest) = ([], []) }
        return (sightings, beacons.takeStatuses(at: now), nearest)
    }
}

/// Which beacon a listener has nearest.
@Record
@Topic(
    "ble.nearest",
    retain: .latest(per: "listener", until: "isGone", most: BLE.Settings.mostCaptures + BLE.Settings.mostGateways),
    watchable: true)
struct Nearest: Equatable {
    /// The listener.
    @Text(1...64) var listener: String
    /// The known beacon that is nearest.
    @Text(1...64) var beacon: String?
    /// Its address; absent where all are silent.
    @Text(17...17) var address: String?
    /// The zone that it speaks of.
    @In(0...65_535) var zone: Int?
    /// How far away it is, in metres.
    @In(0.0...DistanceModel.mostMetres) var distance: Double?
    /// How far off the distance may be in two of three cases, in metres.
    @In(0.0...DistanceModel.mostMetres) var error: Double?
    /// Whether it is so near that only another that is as near takes its place.
    var locked = false
    /// Where it is on the circuit's map.
    var map: MapPoint?
    /// Since when it is the nearest; absent where nothing was heard yet.
    var since: Timestamp?
    /// Whether this is the last message about the listener.
    var isGone = false
}
