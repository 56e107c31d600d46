internal import FeatureKit

/// Which beacons are known, and how they are; pure, time is an argument.
struct Registry: Sendable {
    /// How many beacons of a zone are tried for who made a signature, where neither address nor number tells.
    static let mostKeysTried = 8
    /// How many beacons staff may put here beside those of the settings.
    static let mostKept = 2_000

    private let trust: Trust
    private let clock: Duration
    private let silence: Duration
    private let gateways: Set<String>

    /// Known beacons; a place that is free is nil.
    private var entries: [KnownBeacon.Entry?] = []
    private var free: [Int] = []
    private var places: [String: Int] = [:]
    private var byAddress: [UInt64: Int] = [:]
    private var byStaff: [UInt32: Int] = [:]
    /// Those with keys, by the zone that they speak of.
    private var signers: [UInt16: [Int]] = [:]
    private(set) var strangers = Strangers()

    /// The host's time that never goes back, as far as anybody said.
    private(set) var now: Duration
    /// The places of those of whom there is something to tell.
    private var news: [Int] = []
    /// Until when whoever tells what falls silent sleeps; nil: not yet known.
    private var alarm: Duration?
    private var isRinging = false

    /// Takes the settings' beacons; of those that contradict each other the first counts.
    init(_ settings: BLE.Settings, at uptime: Duration = .zero) {
        now = uptime
        (trust, clock, silence) = (settings.trust, settings.clock, settings.offline)
        gateways = Set(settings.gateways)
        for beacon in settings.beacons where places[beacon.id] == nil { add(beacon, isKept: false) }
    }

    /// Moves the time on.
    mutating func move(to uptime: Duration) { now = max(now, uptime) }

    // MARK: - Who is known

    var count: Int { places.count }

    subscript(id: String) -> KnownBeacon.Entry? { places[id].flatMap { entries[$0] } }

    /// The staff beacon that sends a number.
    subscript(staff number: UInt32) -> KnownBeacon.Entry? { byStaff[number].flatMap { entries[$0] } }

    /// All of them, by their names.
    var all: [KnownBeacon.Entry] { entries.compactMap { $0 }.sorted { $0.beacon.id < $1.beacon.id } }

    /// Who else is known by what this one would be known by.
    func rival(of beacon: KnownBeacon) -> (id: String, what: Rivalry)? {
        if let number = beacon.addressNumber, let other = owner(byAddress[number], besides: beacon.id) {
            return (other, .address)
        }
        if let number = beacon.staff.flatMap(UInt32.init(exactly:)),
            let other = owner(byStaff[number], besides: beacon.id)
        {
            return (other, .staff)
        }
        return nil
    }

    enum Rivalry { case address, staff }

    private func owner(_ place: Int?, besides id: String) -> String? {
        guard let place, let other = entries[place]?.beacon.id, other != id else { return nil }
        return other
    }

    /// The zones in which more have keys than are tried, and how many those are.
    var crowdedZones: [(zone: UInt16, signers: Int)] {
        signers.filter { $0.value.count > Self.mostKeysTried }
            .map { ($0.key, $0.value.count) }.sorted { $0.zone < $1.zone }
    }

    /// Takes a beacon that staff put here, or another word on one.
    mutating func keep(_ beacon: KnownBeacon) {
        if let place = places[beacon.id], var entry = entries[place] {
            guard entry.isKept else { return }
            unlist(place)
            let isSame =
                entry.beacon.addressNumber == beacon.addressNumber && entry.beacon.staff == beacon.staff
                && entry.beacon.zone == beacon.zone
            // What was heard was heard of somebody else.
            let state = isSame ? entry.state : KnownBeacon.State(since: now)
            let wasTold = entry.state.isTold
            entry = KnownBeacon.Entry(beacon, key: nil, isKept: true, state: state)
            entries[place] = entry
            list(place)
            if wasTold { note(place) }
        } else {
            add(beacon, isKept: true)
        }
        if let number = beacon.addressNumber { strangers.forget(number) }
    }

    /// Forgets a beacon that staff put here.
    ///
    /// - Returns: Its last word, where anybody was told of it.
    mutating func remove(_ id: String, wall: Timestamp) -> BeaconTold? {
        guard let place = places[id], let entry = entries[place], entry.isKept else { return nil }
        unlist(place)
        places[id] = nil
        entries[place] = nil
        free.append(place)
        news.removeAll { $0 == place }
        return entry.state.isTold ? told(of: entry, wall: wall).gone : nil
    }

    private mutating func add(_ beacon: KnownBeacon, isKept: Bool) {
        let entry = KnownBeacon.Entry(
            beacon, key: beacon.key.map { SigningKey($0) }, isKept: isKept, state: .init(since: now))
        let place: Int
        if let last = free.popLast() {
            place = last
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        places[beacon.id] = place
        list(place)
        ring(now + silence)
    }

    private mutating func list(_ place: Int) {
        guard let entry = entries[place] else { return }
        let beacon = entry.beacon
        if let number = beacon.addressNumber, byAddress[number] == nil { byAddress[number] = place }
        if let number = beacon.staff.flatMap(UInt32.init(exactly:)), byStaff[number] == nil { byStaff[number] = place }
        guard entry.key != nil, let zone = beacon.zone.flatMap(UInt16.init(exactly:)) else { return }
        // Those that only a key tells come first, since not all may be tried.
        let before = beacon.address == nil ? signers[zone]?.firstIndex { entries[$0]?.beacon.address != nil } : nil
        signers[zone, default: []].insert(place, at: before ?? signers[zone]?.count ?? 0)
    }

    private mutating func unlist(_ place: Int) {
        guard let beacon = entries[place]?.beacon else { return }
        if let number = beacon.addressNumber, byAddress[number] == place { byAddress[number] = nil }
        if let number = beacon.staff.flatMap(UInt32.init(exactly:)), byStaff[number] == place { byStaff[number] = nil }
    }

    // MARK: - Whose word

    /// Whose word it is.
    ///
    /// - Throws: Why it does not count.
    mutating func judge(_ word: SpokenWord, by listener: String, at moment: Moment) throws(AdvertRefusal) -> Speaker {
        guard let place = find(word, at: moment) else {
            strangers.note(word, by: listener, at: heard(by: listener, at: moment))
            guard trust != .anyone else { return Speaker(trust: .anyone, beacon: nil, power: nil) }
            if word.seal != nil, signers[word.frame.zone] != nil { throw .wrongSignature }
            throw trust == .listed ? .notListed : .notSigned
        }
        do throws(AdvertRefusal) {
            return try speaker(at: place, of: word, at: moment)
        } catch {
            entries[place]?.state.refused += 1
            entries[place]?.state.why = error
            throw error
        }
    }

    /// Takes that a known beacon was heard.
    ///
    /// - Parameter frame: What it says; nil where that is nothing new.
    mutating func hear(
        _ speaker: Speaker, _ rssi: Int8?, _ frame: BeaconFrame?, by listener: String, at moment: Moment
    ) {
        guard let place = speaker.beacon.flatMap({ places[$0] }) else { return }
        hear(
            place, heard(by: listener, at: moment), by: listener, isGateway: gateways.contains(listener))
        entries[place]?.state.rssi = rssi
        guard let frame else { return }
        entries[place]?.state.said = .init(zone: frame.zone, mode: frame.mode, sequence: frame.sequence)
    }

    /// When something was heard; a recording lives in a time of its own, and is heard now.
    private func heard(by listener: String, at moment: Moment) -> Duration {
        gateways.contains(listener) ? min(moment.uptime, now) : now
    }

    /// The place of whoever says that it is theirs.
    private func find(_ word: SpokenWord, at moment: Moment) -> Int? {
        // Who speaks as staff is nobody else, whatever its address and its key.
        if case .staff(let number) = word.frame.sender { return byStaff[number] }
        let named = byAddress[word.advertisement.address.number]
        if let named, entries[named]?.card.hasKey == true { return named }
        return signer(of: word) ?? named
    }

    /// The place of whose key made the signature, among those of the zone.
    private func signer(of word: SpokenWord) -> Int? {
        guard let candidates = signers[word.frame.zone], let seal = word.seal.flatMap(Seal.init) else { return nil }
        return candidates.prefix(Self.mostKeysTried).first { place in
            guard let card = entries[place]?.card, let key = card.key else { return false }
            return seal.isMade(by: key, of: word.payload)
        }
    }

    private func speaker(at place: Int, of word: SpokenWord, at moment: Moment) throws(AdvertRefusal) -> Speaker {
        guard let card = entries[place]?.card else { throw .notListed }
        if let key = card.key {
            guard let bytes = word.seal else { throw .notSigned }
            guard let seal = Seal(bytes), seal.isMade(by: key, of: word.payload) else { throw .wrongSignature }
            guard seal.counts(at: moment.wall, within: clock) else { throw .untimelySignature }
        }
        if case .staff(let number) = word.frame.sender, card.beacon.staff == Int(number) {
            // Staff speak of any zone.
        } else if card.beacon.zone != Int(word.frame.zone) {
            throw .wrongZone
        }
        let earned = !card.hasKey ? Trust.listed : .signed
        guard earned == .signed || trust != .signed else { throw .notSigned }
        return Speaker(trust: earned, beacon: card.beacon.id, power: card.beacon.power)
    }

    // MARK: - How they are

    private mutating func hear(_ place: Int, _ heard: Duration, by listener: String, isGateway: Bool) {
        guard var state = entries[place]?.state else { return }
        if heard >= state.last ?? .zero {
            state.last = heard
            state.listener = listener
        }
        state.first = min(state.first ?? heard, heard)
        if isGateway, heard >= state.atGateway ?? .zero { (state.gateway, state.atGateway) = (listener, heard) }
        state.times &+= 1
        let deadline = (state.last ?? heard) + silence
        let comes = !state.isOnline && deadline > now
        if comes { state.isOnline = true }
        entries[place]?.state = state
        if comes { note(place) }
        if state.isOnline { ring(deadline) }
    }

    /// Takes what a gateway knows of a beacon; false where there is no such beacon.
    mutating func hear(_ beat: BeaconBeat, by gateway: String) -> Bool {
        guard let place = places[beat.beacon] else { return false }
        hear(place, now, by: gateway, isGateway: true)
        guard var state = entries[place]?.state else { return false }
        let hasChanged = beat.battery.map { $0 != state.battery } ?? false
        state.battery = beat.battery ?? state.battery
        state.brightness = beat.brightness ?? state.brightness
        state.shows = beat.mode ?? state.shows
        entries[place]?.state = state
        if hasChanged { note(place) }
        return true
    }

    /// The gateway that a beacon is near to.
    func gateway(of id: String) -> String? { self[id].flatMap { look(Timestamp(nanoseconds: 0)).gateway($0.state) } }

    /// Finds out who has fallen silent.
    ///
    /// - Returns: When that has to be done again, unless it rings before.
    mutating func tick(_ uptime: Duration) -> Duration? {
        move(to: uptime)
        alarm = nil
        var next: Duration?
        for place in entries.indices {
            guard let deadline = entries[place]?.state.deadline(silence) else { continue }
            if deadline <= now {
                entries[place]?.state.isOnline = false
                note(place)
            } else {
                next = min(next ?? deadline, deadline)
            }
        }
        alarm = next ?? .seconds(Int64.max >> 1)
        return next
    }

    /// Somebody is due then, who may be due earlier than whoever sleeps knows.
    private mutating func ring(_ deadline: Duration) {
        guard let alarm, deadline < alarm else { return }
        self.alarm = deadline
        isRinging = true
    }

    // MARK: - What is told

    private mutating func note(_ place: Int) {
        guard entries[place]?.state.isNews == false else { return }
        entries[place]?.state.isNews = true
        news.append(place)
    }

    /// Whether there is something to tell, and whether whoever sleeps has to look earlier; the latter is asked once.
    mutating func takeSigns() -> (hasNews: Bool, rings: Bool) {
        defer { isRinging = false }
        return (!news.isEmpty, isRinging)
    }

    /// What there is to tell.
    mutating func takeNews(wall: Timestamp) -> [BeaconTold] {
        defer { news.removeAll(keepingCapacity: true) }
        return news.compactMap { place in
            entries[place]?.state.isNews = false
            entries[place]?.state.isTold = true
            return entries[place].map { told(of: $0, wall: wall) }
        }
    }

    /// The last word on everybody of whom anybody was told.
    func lastWords(wall: Timestamp) -> [BeaconTold] {
        all.filter(\.state.isTold).map { told(of: $0, wall: wall).gone }
    }

    private func told(of entry: KnownBeacon.Entry, wall: Timestamp) -> BeaconTold {
        let state = entry.state
        return BeaconTold(
            beacon: entry.beacon.id, name: entry.beacon.name, zone: entry.beacon.zone, online: state.isOnline,
            heard: state.last.map(look(wall).wall), battery: state.battery)
    }

    /// How to see it from outside.
    func look(_ wall: Timestamp) -> Look { Look(now: now, wall: wall, silence: silence) }

    /// A moment in which things are looked at.
    struct Look: Sendable {
        fileprivate let now: Duration
        fileprivate let wall: Timestamp
        fileprivate let silence: Duration

        /// What the clock on the wall would have shown at a time, had it always been right as it is now.
        func wall(_ uptime: Duration) -> Timestamp { wall.advanced(by: uptime - now) }

        /// The gateway that a beacon is near to; nil where none has heard it for so long that it would be offline.
        func gateway(_ state: KnownBeacon.State) -> String? {
            guard let heard = state.atGateway, heard + silence > now else { return nil }
            return state.gateway
        }
    }
}

/// What was said, and by whom it may have been.
struct SpokenWord {
    let frame: BeaconFrame
    /// What the company's number is followed by.
    let payload: ArraySlice<UInt8>
    /// A signature beside it.
    let seal: ArraySlice<UInt8>?
    let advertisement: Advertisement
}

/// Who said a word, as far as that is known.
struct Speaker: Equatable {
    let trust: Trust
    /// The known beacon's id.
    let beacon: String?
    /// How strong its signal is a metre away, where that is known.
    let power: Int?
}
