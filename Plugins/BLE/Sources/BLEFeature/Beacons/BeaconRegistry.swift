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

    private enum Change {
        case status(String)
        case gone(BeaconStatus)
    }

    private(set) var settings: BLE.Settings
    private var gateways: Set<String>
    private var entries: [String: Entry] = [:]
    private var byAddress: [UInt64: String] = [:]
    private var byStaff: [UInt32: String] = [:]
    private var byIBeacon: [[UInt8]: String] = [:]
    /// Beacons with keys, by zone.
    private var signers: [UInt16: [String]] = [:]
    private(set) var strangers = BoundedCache<UInt64, Stranger>(limit: Stranger.most)

    private var changes: [Change] = []
    /// Which beacons may have fallen silent, and when to check that.
    private var checks: [(beacon: String, at: Duration)] = []

    /// Takes the beacons of settings that were checked.
    init(_ settings: BLE.Settings, at now: Duration = .zero) {
        self.settings = settings
        gateways = Set(settings.gateways)
        for beacon in settings.beacons { define(beacon, isKept: false, at: now) }
    }

    // MARK: - Who is known

    subscript(id: String) -> Entry? { entries[id] }

    /// The staff beacon that sends a number.
    subscript(staff number: UInt32) -> Entry? { byStaff[number].flatMap { entries[$0] } }

    var all: Dictionary<String, Entry>.Values { entries.values }

    /// Whether iBeacons have to be looked for.
    var knowsIBeacons: Bool { !byIBeacon.isEmpty }

    /// The other beacon that is known by what this one would be known by.
    func rival(of beacon: KnownBeacon) -> (id: String, mark: KnownBeacon.Mark)? {
        for mark in beacon.marks {
            let other: String? =
                switch mark {
                case .address(let number): byAddress[number]
                case .staff(let number): byStaff[UInt32(truncatingIfNeeded: number)]
                case .ibeacon(let ibeacon): ibeacon.bytes.flatMap { byIBeacon[$0] }
                case .key: nil
                }
            if let other, other != beacon.id { return (other, mark) }
        }
        return nil
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
        let former = Dictionary(uniqueKeysWithValues: self.settings.beacons.map { ($0.id, $0) })
        let ids = Set(settings.beacons.map(\.id))
        for id in former.keys where !ids.contains(id) { remove(id, at: now) }
        let changed = settings.beacons.filter { former[$0.id] != $0 }
        for beacon in changed where former[beacon.id] != nil { unindex(beacon.id) }
        var leftAside: [String] = []
        for beacon in changed {
            if former[beacon.id] == nil, entries[beacon.id] != nil { leftAside.append(beacon.id) }
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
        changes.removeAll { if case .status(id) = $0 { true } else { false } }
        if entry.state.isPublished { changes.append(.gone(status(of: entry, at: now, isGone: true))) }
    }

    private mutating func define(_ beacon: KnownBeacon, isKept: Bool, at now: Duration) {
        unindex(beacon.id)
        let former = entries[beacon.id]
        var state = BeaconState(since: now)
        if let former {
            let (isPublished, isSame) = (former.state.isPublished, former.beacon.marks == beacon.marks)
            // What was heard of another sender says nothing of this one.
            if isSame, former.beacon.zone == beacon.zone { state = former.state }
            state.isPublished = isPublished
            if isPublished { noteStatus(of: beacon.id) }
        }
        let entry = Entry(definition: Definition(beacon, isKept: isKept), state: state)
        entries[beacon.id] = entry
        if let number = beacon.addressNumber {
            strangers.remove(number)
            if byAddress[number] == nil { byAddress[number] = beacon.id }
        }
        if let number = beacon.staff.flatMap(UInt32.init(exactly:)), byStaff[number] == nil {
            byStaff[number] = beacon.id
        }
        if let bytes = beacon.ibeacon?.bytes, byIBeacon[bytes] == nil { byIBeacon[bytes] = beacon.id }
        if beacon.key != nil, let zone = beacon.zone.flatMap(UInt16.init(exactly:)) {
            // Those that only a key tells come first, since not all may be tried.
            let place = beacon.address == nil ? signers[zone]?.firstIndex { entries[$0]?.beacon.address != nil } : nil
            signers[zone, default: []].insert(beacon.id, at: place ?? signers[zone]?.count ?? 0)
        }
        if let deadline = state.deadline(settings.offline) { checks.append((beacon.id, deadline)) }
    }

    private mutating func unindex(_ id: String) {
        guard let beacon = entries[id]?.beacon else { return }
        if let number = beacon.addressNumber, byAddress[number] == id { byAddress[number] = nil }
        if let number = beacon.staff.flatMap(UInt32.init(exactly:)), byStaff[number] == id { byStaff[number] = nil }
        if let bytes = beacon.ibeacon?.bytes, byIBeacon[bytes] == id { byIBeacon[bytes] = nil }
        if let zone = beacon.zone.flatMap(UInt16.init(exactly:)) { signers[zone]?.removeAll { $0 == id } }
    }

    // MARK: - Who sent a word

    /// Finds out who sent a word.
    ///
    /// - Throws: Why it does not count.
    mutating func judge(
        _ word: Word, by listener: String, at moment: Moment, now: Duration
    ) throws(Rejection) -> Speaker {
        guard let id = owner(of: word), let definition = entries[id]?.definition else {
            let heard = hearingTime(of: listener, at: moment, now: now)
            strangers.update(
                word.advertisement.address.number, default: Stranger(word, by: listener, at: heard)
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
        guard settings.trust != .signed, let definition = byIBeacon[bytes].flatMap({ entries[$0]?.definition }),
            definition.key == nil
        else { return nil }
        return Speaker(trust: .listed, definition: definition)
    }

    private func owner(of word: Word) -> String? {
        // Who speaks as staff is known by the number, whatever the address and the key.
        if case .staff(let number) = word.frame.sender { return byStaff[number] }
        let named = byAddress[word.advertisement.address.number]
        if let named, entries[named]?.definition.key != nil { return named }
        return signer(of: word) ?? named
    }

    private func signer(of word: Word) -> String? {
        guard let candidates = signers[word.frame.zone], let signature = word.signature.flatMap(FrameSignature.init)
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

    // MARK: - How they are

    /// Takes that a known beacon was heard.
    ///
    /// - Parameter frame: What it says; nil where that is nothing new.
    mutating func hear(
        _ speaker: Speaker, _ rssi: Int8?, _ frame: BeaconFrame?, by listener: String, at moment: Moment,
        now: Duration
    ) {
        guard let id = speaker.beacon else { return }
        hear(id, at: hearingTime(of: listener, at: moment, now: now), by: listener, now: now) { state in
            state.rssi = rssi
            guard let frame else { return }
            state.said = .init(zone: frame.zone, mode: Sighting.Mode(frame.mode), sequence: frame.sequence)
        }
    }

    /// Takes what a gateway knows of a beacon; false where there is no such beacon.
    mutating func take(_ report: BeaconReport, by gateway: String, now: Duration) -> Bool {
        guard let former = entries[report.beacon]?.state else { return false }
        hear(report.beacon, at: now, by: gateway, now: now) { state in
            state.battery = report.battery ?? state.battery
            state.brightness = report.brightness ?? state.brightness
            state.shows = report.mode ?? state.shows
        }
        if let battery = report.battery, battery != former.battery { noteStatus(of: report.beacon) }
        return true
    }

    private mutating func hear(
        _ id: String, at heard: Duration, by listener: String, now: Duration, _ change: (inout BeaconState) -> Void
    ) {
        let (isGateway, silence) = (gateways.contains(listener), settings.offline)
        var comesOnline = false
        var last: Duration?
        func update(_ state: inout BeaconState) {
            comesOnline = state.hear(at: heard, by: listener, isGateway: isGateway, now: now, silence: silence)
            last = state.last
            change(&state)
        }
        guard let place = entries.index(forKey: id) else { return }
        update(&entries.values[place].state)
        guard comesOnline else { return }
        noteStatus(of: id)
        checks.append((id, (last ?? heard) + silence))
    }

    /// When something was heard; a recording has a time of its own, and is heard now.
    private func hearingTime(of listener: String, at moment: Moment, now: Duration) -> Duration {
        gateways.contains(listener) ? min(moment.uptime, now) : now
    }

    /// Finds out whether a beacon has fallen silent.
    mutating func checkSilence(of id: String, now: Duration) {
        guard let deadline = entries[id]?.state.deadline(settings.offline) else { return }
        guard deadline <= now else { return checks.append((id, deadline)) }
        entries[id]?.state.isOnline = false
        noteStatus(of: id)
    }

    /// The gateway that a beacon is near to.
    func gateway(of id: String, now: Duration) -> String? {
        entries[id]?.state.nearGateway(at: now, silence: settings.offline)
    }

    // MARK: - What is published

    private mutating func noteStatus(of id: String) {
        guard !changes.contains(where: { if case .status(id) = $0 { true } else { false } }) else { return }
        changes.append(.status(id))
    }

    /// What is to be published, each once.
    mutating func takeStatuses(at now: Moment) -> [BeaconStatus] {
        guard !changes.isEmpty else { return [] }
        defer { changes = [] }
        return changes.compactMap { change in
            switch change {
            case .gone(let status): return status
            case .status(let id):
                entries[id]?.state.isPublished = true
                return entries[id].map { status(of: $0, at: now) }
            }
        }
    }

    /// Which beacons to check for silence, each once.
    mutating func takeChecks() -> [(beacon: String, at: Duration)] {
        guard !checks.isEmpty else { return [] }
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
