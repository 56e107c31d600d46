internal import BLEContracts
internal import BeaconRanging
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit

/// Which beacons are known, and how they are; it waits for nothing, so that the time is an argument.
struct BeaconRegistry: Sendable {
    /// How many keys of a zone are tried where neither address nor number says who signed.
    static let mostKeysTried = 8
    /// How many beacons staff may add to those of the settings.
    static let mostKept = 2_000

    /// What does not change of a beacon: one object, so that each word that is heard copies nothing.
    final class Definition: Sendable {
        let beacon: KnownBeacon
        let key: [UInt8]?
        /// Whether staff added it; the others are in the settings.
        let isKept: Bool

        init(_ beacon: KnownBeacon, isKept: Bool) {
            (self.beacon, self.isKept, key) = (beacon, isKept, beacon.key.map { Array($0.reveal().utf8) })
        }
    }

    struct Entry: Sendable {
        let definition: Definition
        var state: BeaconState

        var beacon: KnownBeacon { definition.beacon }
    }

    private(set) var settings: BLE.Settings
    private var gateways: Set<String>
    private var entries: [String: Entry] = [:]
    /// Beacons by what they are known by, keys apart.
    private var owners: [KnownBeacon.Mark: String] = [:]
    /// Beacons with keys, by zone.
    private var signers: [UInt16: [String]] = [:]
    private(set) var unknownSenders = BoundedCache<UInt64, UnknownSender>(limit: UnknownSender.most)

    /// The last statuses of beacons that are gone, and the beacons whose status has changed.
    private var gone: [BeaconStatus] = []
    private var changed: [String] = []
    /// Which beacons may have fallen silent, and when to check that.
    private var checks: [(beacon: String, at: Duration)] = []

    /// Takes the beacons of settings that were checked.
    init(_ settings: BLE.Settings, at now: Duration = .zero) {
        self.settings = settings
        gateways = Set(settings.gateways)
        for beacon in settings.beacons { define(beacon, isKept: false, at: now) }
    }

    subscript(id: String) -> Entry? { entries[id] }

    /// The staff beacon that sends a number.
    subscript(staff number: Int) -> Entry? { owners[.staff(number)].flatMap { entries[$0] } }

    var all: Dictionary<String, Entry>.Values { entries.values }

    /// Whether iBeacons have to be looked for.
    private(set) var knowsIBeacons = false

    /// The other beacon that is known by what this one would be known by.
    func rival(of beacon: KnownBeacon) -> (id: String, mark: KnownBeacon.Mark)? {
        beacon.marks.lazy.compactMap { mark in owners[mark].map { ($0, mark) } }.first { $0.0 != beacon.id }
    }

    /// The zones in which more beacons have keys than are tried.
    var crowdedZones: [(zone: UInt16, signers: Int)] {
        signers.filter { $0.value.count > Self.mostKeysTried }
            .map { ($0.key, $0.value.count) }.sorted { $0.zone < $1.zone }
    }

    /// Takes other settings; what is the same in both keeps its state.
    ///
    /// - Returns: The beacons of staff that are left aside, since the settings have them now.
    mutating func apply(_ settings: BLE.Settings, at now: Moment) -> [String] {
        let previous = Dictionary(self.settings.beacons.map { ($0.id, $0) }) { first, _ in first }
        let ids = Set(settings.beacons.map(\.id))
        for id in previous.keys where !ids.contains(id) { remove(id, at: now) }
        let changed = settings.beacons.filter { previous[$0.id] != $0 }
        for beacon in changed where previous[beacon.id] != nil { unindex(beacon.id) }
        var leftAside: [String] = []
        for beacon in changed {
            if previous[beacon.id] == nil, entries[beacon.id] != nil { leftAside.append(beacon.id) }
            while let rival = rival(of: beacon), entries[rival.id]?.definition.isKept == true {
                leftAside.append(rival.id)
                remove(rival.id, at: now)
            }
            define(beacon, isKept: false, at: now.uptime)
        }
        self.settings = settings
        gateways = Set(settings.gateways)
        return leftAside
    }

    /// Takes a beacon that staff added or changed.
    mutating func keep(_ beacon: KnownBeacon, at now: Duration) {
        guard entries[beacon.id]?.definition.isKept != false else { return }
        define(beacon, isKept: true, at: now)
    }

    /// Forgets a beacon.
    mutating func remove(_ id: String, at now: Moment) {
        guard let entry = entries[id] else { return }
        unindex(id)
        entries[id] = nil
        changed.removeAll { $0 == id }
        if entry.state.isPublished { gone.append(status(of: entry, at: now, isGone: true)) }
    }

    private mutating func define(_ beacon: KnownBeacon, isKept: Bool, at now: Duration) {
        unindex(beacon.id)
        let previous = entries[beacon.id]
        var state = BeaconState(since: now)
        if let previous {
            // What was heard of another sender says nothing of this one.
            let isSame = previous.beacon.marks == beacon.marks && previous.beacon.zone == beacon.zone
            if isSame { state = previous.state }
            state.isPublished = previous.state.isPublished
            if state.isPublished { noteChange(of: beacon.id) }
        }
        entries[beacon.id] = Entry(definition: Definition(beacon, isKept: isKept), state: state)
        for mark in beacon.marks where owners[mark] == nil { owners[mark] = beacon.id }
        if let number = beacon.addressNumber { unknownSenders.remove(number) }
        if beacon.ibeacon != nil { knowsIBeacons = true }
        if beacon.key != nil, let zone = beacon.zone.flatMap(UInt16.init(exactly:)) {
            // Those that only a key tells come first, since not all may be tried.
            let place = beacon.address == nil ? signers[zone]?.firstIndex { entries[$0]?.beacon.address != nil } : nil
            signers[zone, default: []].insert(beacon.id, at: place ?? signers[zone]?.count ?? 0)
        }
        if let deadline = state.deadline(settings.offline) { checks.append((beacon.id, deadline)) }
    }

    private mutating func unindex(_ id: String) {
        guard let beacon = entries[id]?.beacon else { return }
        for mark in beacon.marks where owners[mark] == id { owners[mark] = nil }
        if let zone = beacon.zone.flatMap(UInt16.init(exactly:)) { signers[zone]?.removeAll { $0 == id } }
    }

    /// Finds out who sent a word.
    ///
    /// - Throws: Why it does not count.
    mutating func judge(
        _ word: Word, by listener: String, at moment: Moment, now: Moment
    ) throws(Rejection) -> Speaker {
        guard let id = owner(of: word), let definition = entries[id]?.definition else {
            let heard = gateways.contains(listener) ? moment.wall : now.wall
            unknownSenders.update(
                word.advertisement.address.number, default: UnknownSender(word, by: listener, at: heard)
            ) { $0.hear(word, by: listener, at: heard) }
            guard settings.trust != .anyone else { return Speaker(trust: .anyone, definition: nil) }
            if word.signature != nil, signers[word.frame.zone]?.isEmpty == false { throw .wrongSignature }
            throw settings.trust == .listed ? .notListed : .notSigned
        }
        do throws(Rejection) { return try speaker(definition, of: word, at: moment) } catch {
            entries[id]?.state.refused += 1
            entries[id]?.state.why = error
            throw error
        }
    }

    /// The known beacon that sends an iBeacon's 20 bytes, unless only signed words count.
    func speaker(ofIBeacon bytes: [UInt8]) -> Speaker? {
        guard settings.trust != .signed, let definition = owners[.ibeacon(bytes)].flatMap({ entries[$0]?.definition }),
            definition.key == nil
        else { return nil }
        return Speaker(trust: .listed, definition: definition)
    }

    private func owner(of word: Word) -> String? {
        // Who speaks as staff is known by the number, whatever the address and the key.
        if case .staff(let number) = word.frame.sender { return owners[.staff(Int(number))] }
        let named = owners[.address(word.advertisement.address.number)]
        if let named, entries[named]?.definition.key != nil { return named }
        return signer(of: word) ?? named
    }

    private func signer(of word: Word) -> String? {
        guard let signature = word.signature.flatMap(FrameSignature.init), let candidates = signers[word.frame.zone]
        else { return nil }
        return candidates.prefix(Self.mostKeysTried).first { id in
            entries[id]?.definition.key.map { signature.isMade(by: $0, of: word.payload) } ?? false
        }
    }

    private func speaker(_ definition: Definition, of word: Word, at moment: Moment) throws(Rejection) -> Speaker {
        if let key = definition.key {
            guard let bytes = word.signature else { throw .notSigned }
            guard let signature = FrameSignature(bytes), signature.isMade(by: key, of: word.payload) else {
                throw .wrongSignature
            }
            guard signature.isTimely(at: moment.wall, within: settings.clock) else { throw .untimelySignature }
        }
        // Staff speak of any zone.
        guard word.frame.sender.staff != nil || definition.beacon.zone == Int(word.frame.zone) else {
            throw .wrongZone
        }
        guard definition.key != nil || settings.trust != .signed else { throw .notSigned }
        return Speaker(trust: definition.key == nil ? .listed : .signed, definition: definition)
    }

    /// Takes that a known beacon was heard.
    ///
    /// - Parameter frame: What it says; nil where that is nothing new.
    mutating func hear(
        _ speaker: Speaker, _ rssi: Int8?, _ frame: BeaconFrame?, by listener: String, at moment: Moment,
        now: Duration
    ) {
        guard let id = speaker.beacon else { return }
        // A recording has a time of its own, and is heard now.
        let heard = gateways.contains(listener) ? min(moment.uptime, now) : now
        hear(id, at: heard, by: listener, now: now) { state in
            state.rssi = rssi
            guard let frame else { return }
            state.said = .init(
                zone: Int(frame.zone), mode: Sighting.Mode(frame.mode), sequence: Int(frame.sequence))
        }
    }

    /// Takes what a gateway knows of a beacon; false where there is no such beacon.
    mutating func take(_ report: BeaconReport, by gateway: String, now: Duration) -> Bool {
        guard let previous = entries[report.beacon]?.state else { return false }
        hear(report.beacon, at: now, by: gateway, now: now) { state in
            state.battery = report.battery ?? state.battery
            state.brightness = report.brightness ?? state.brightness
            state.shows = report.mode ?? state.shows
        }
        if let battery = report.battery, battery != previous.battery { noteChange(of: report.beacon) }
        return true
    }

    private mutating func hear(
        _ id: String, at heard: Duration, by listener: String, now: Duration, _ change: (inout BeaconState) -> Void
    ) {
        guard let place = entries.index(forKey: id) else { return }
        let comesOnline = entries.values[place].state.hear(
            at: heard, by: listener, isGateway: gateways.contains(listener), now: now, silence: settings.offline)
        change(&entries.values[place].state)
        guard comesOnline, let deadline = entries.values[place].state.deadline(settings.offline) else { return }
        noteChange(of: id)
        checks.append((id, deadline))
    }

    /// Finds out whether a beacon has fallen silent.
    mutating func checkSilence(of id: String, now: Duration) {
        guard let deadline = entries[id]?.state.deadline(settings.offline) else { return }
        guard deadline <= now else { return checks.append((id, deadline)) }
        entries[id]?.state.isOnline = false
        noteChange(of: id)
    }

    private mutating func noteChange(of id: String) {
        if !changed.contains(id) { changed.append(id) }
    }

    /// What is to be published, each once.
    mutating func takeStatuses(at now: Moment) -> [BeaconStatus] {
        guard !changed.isEmpty || !gone.isEmpty else { return [] }
        defer { (gone, changed) = ([], []) }
        for id in changed { entries[id]?.state.isPublished = true }
        return gone + changed.compactMap { id in entries[id].map { status(of: $0, at: now) } }
    }

    /// Which beacons to check for silence, each once.
    mutating func takeChecks() -> [(beacon: String, at: Duration)] {
        defer { checks = [] }
        return checks
    }

    /// The last status of each beacon whose status was published.
    func lastStatuses(at now: Moment) -> [BeaconStatus] {
        entries.values.filter(\.state.isPublished).sorted { $0.beacon.id < $1.beacon.id }
            .map { status(of: $0, at: now, isGone: true) }
    }

    private func status(of entry: Entry, at now: Moment, isGone: Bool = false) -> BeaconStatus {
        let (beacon, state) = (entry.beacon, entry.state)
        return BeaconStatus(
            beacon: beacon.id, name: beacon.name, zone: beacon.zone, online: !isGone && state.isOnline,
            heard: state.last.map(now.wall(at:)), battery: state.battery, isGone: isGone ? true : nil)
    }
}

/// Who sent a word, as far as that is known.
struct Speaker {
    let trust: Sighting.Trust
    let definition: BeaconRegistry.Definition?

    /// The known beacon's id.
    var beacon: String? { definition?.beacon.id }
    /// The known beacon's strength a metre away.
    var power: Int? { definition?.beacon.power }
}
