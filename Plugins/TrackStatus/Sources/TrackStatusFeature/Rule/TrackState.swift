internal import FeatureKit

/// The earliest of some times; nil where there is none.
func earliest(_ times: Duration?...) -> Duration? { times.compactMap(\.self).min() }

/// Decides what the flags say, zone by zone and as a whole, from what is heard and from what is not; pure.
///
/// Time is an argument, and only the monotonic clock decides.
struct TrackState {
    /// Anyone can invent senders: beyond so many an unknown sender's claim gives way to what matters more.
    static let mostSenders = 1_024
    /// Beyond so many a zone gives way that is neither named nor spoken of by staff.
    static let mostZones = 1_024
    /// How long a warning stays that only unknown senders gave.
    static let unknownWarning = Duration.seconds(600)
    /// No beacon can say anything for longer.
    static let longestTTL = Duration.seconds(255)

    private(set) var settings: Track.Settings
    /// Who began to report an evacuation, once for as long as the report goes on without a break; the reader empties it.
    var claims: [EvacuationClaim] = []
    /// Every zone that is named, was heard or is spoken of.
    var places: [Int: Place] = [:]
    /// What lies in none of them.
    var rest: Place
    /// What the network says of sectors.
    var sectors: [Int: Decision] = [:]
    var network = NetworkClaim()
    var staff = StaffWords()
    /// The evacuation that holds.
    var evacuation: Status.Evacuation?
    /// Whose report of an evacuation staff have cleared, and when each is forgotten; nil while it is repeated.
    var cleared: [ClaimSource: Duration?] = [:]
    var presence: Presence?
    var track: Decision

    /// When a beacon was last heard.
    var lastHeard: Moment?
    /// No sender is missed less than that.
    var leastWeight = 0
    /// How many senders and zones found no room since the start.
    var displaced: UInt64 = 0

    init(_ settings: Track.Settings = .init(), at moment: Moment) {
        self.settings = settings
        track = Decision(since: moment)
        rest = Place(zone: nil, decision: Decision(since: moment))
        for named in settings.zones {
            places[named.zone] = Place(zone: named.zone, named: named, decision: Decision(since: moment))
        }
    }

    /// When the status may change though nothing is heard.
    var nextEnd: Duration? {
        let claims = places.values.lazy.flatMap { $0.claims.values.lazy.map(\.end.uptime) }.min()
        let forgets = places.values.lazy.compactMap(\.forgetAt).min()
        return earliest(claims, forgets, networkEnd, staff.nextEnd, cleared.values.compactMap(\.self).min())
    }

    private var networkEnd: Duration? {
        network.isCounting ? network.at.map { $0.uptime + settings.networkStale } : nil
    }

    /// How many claims of beacons count.
    var senders: Int { places.values.reduce(0) { $0 + $1.claims.count } }

    /// Takes other settings; what was heard stays.
    mutating func change(_ settings: Track.Settings, at moment: Moment) {
        look(at: moment)
        self.settings = settings
        let named = Dictionary(settings.zones.map { ($0.zone, $0) }) { first, _ in first }
        for (zone, place) in places {
            places[zone]?.named = named[zone]
            // Of a zone that the settings no longer name nothing is left unless somebody speaks of it.
            if place.named != nil, named[zone] == nil, place.claims.isEmpty, mayGiveWay(zone) {
                remove(zone, at: moment)
            }
        }
        for zone in settings.zones {
            _ = makePlace(for: zone.zone, in: .evacuation, at: moment)
            places[zone.zone]?.named = zone
        }
        decideAll(at: moment)
    }
}

// MARK: - Time

extension TrackState {
    /// Takes the time: what has run out until then no longer counts.
    mutating func look(at moment: Moment) {
        // One after the other, as if each had been looked at in time: what is left depends on who fell silent first.
        while let end = nextEnd, end <= moment.uptime {
            runOut(at: moment.advanced(by: end - moment.uptime))
        }
    }

    private mutating func runOut(at moment: Moment) {
        forgetClaims(at: moment)
        let isSilent = networkEnd.map { $0 <= moment.uptime } ?? false
        if isSilent {
            network.isCounting = false
            sectors = sectors.mapValues {
                Decision(mode: $0.mode.afterSilence, source: .network, since: moment).after($0)
            }
        }
        if staff.forget(at: moment) || isSilent { decideAll(at: moment) }
        cleared = cleared.filter { $0.value.map { moment.uptime < $0 } ?? true }
        for (zone, place) in places where place.forgetAt.map({ $0 <= moment.uptime }) ?? false {
            remove(zone, at: moment)
        }
        decideTrack(at: moment)
    }
}

// MARK: - Deciding

extension TrackState {
    /// What counts in a place; of what is left over nothing stays where `isOver` says so.
    private func decision(of place: Place, at moment: Moment, without isOver: (Decision) -> Bool) -> Decision {
        if evacuation?.covers(place.zone) ?? false { return .evacuation(since: moment) }
        let beacons = BeaconSummary(place.claims.values)
        // A red flag that was last heard stays, and counts as if it were still said.
        let said = network.word(of: place)
        // Newer unless each beacon that counts was heard to change after the red flag came.
        let isNewer = said?.redFlag.map { came in beacons?.changed.map { $0 <= came } ?? true } ?? false
        let heard = HybridRule.mode(beacons: beacons?.mode, network: said?.mode, redFlagIsNewer: isNewer)
        let words = staff.counting(for: place.zone)
        let word = words.map(\.mode).max()
        guard let mode = [heard, word].compactMap(\.self).max() else {
            let last = place.decision
            return Decision(mode: isOver(last) ? .unknown : last.mode.afterSilence, source: last.source, since: moment)
        }
        let isStale = said?.isLasting ?? false && mode == .redFlag && word != mode && beacons?.mode != mode
        var ends = words.filter { $0.mode == mode }.map(\.until)
        if let beacons, beacons.mode == mode { ends.append(beacons.end?.wall) }
        if let said, said.mode == mode, !said.isLasting { ends.append(networkUntil) }
        return Decision(
            mode: mode, isStale: isStale, source: word == mode ? .staff : beacons?.mode == mode ? .ble : .network,
            until: isStale ? nil : last(of: ends), since: moment)
    }

    /// The last of some ends; nil where one never comes.
    private func last(of ends: [Timestamp?]) -> Timestamp? {
        ends.contains(nil) ? nil : ends.compactMap(\.self).max()
    }

    var networkUntil: Timestamp? { network.at?.wall.advanced(by: settings.networkStale) }

    mutating func decide(_ zone: Int, at moment: Moment, without isOver: (Decision) -> Bool = { _ in false }) {
        guard let place = places[zone] else { return }
        let next = decision(of: place, at: moment, without: isOver).after(place.decision)
        places[zone]?.decision = next
        guard !place.isSpokenOf, place.claims.isEmpty, place.forgetAt == nil else { return }
        // A zone of which only unknown senders spoke: a warning stays for a while, anything else goes with their claims.
        if next.mode > .unknown {
            places[zone]?.forgetAt = moment.uptime + Self.unknownWarning
        } else {
            remove(zone, at: moment)
        }
    }

    mutating func decideAll(at moment: Moment, without isOver: (Decision) -> Bool = { _ in false }) {
        for zone in Array(places.keys) { decide(zone, at: moment, without: isOver) }
        rest.decision = decision(of: rest, at: moment, without: isOver).after(rest.decision)
        let until = networkUntil
        for (sector, decision) in sectors where !decision.isStale { sectors[sector]?.until = until }
        decideTrack(at: moment)
    }

    /// The track is as bad as the worst of all places, of the sectors that no named zone lies in, and of an evacuation.
    mutating func decideTrack(at moment: Moment) {
        track = worst(at: moment).after(track)
        let all = places.values.map(\.decision) + [rest.decision] + sectors.values
        track.until = track.source == .evacuation ? nil : last(of: all.filter(track.isLike).map(\.until))
    }

    private func worst(at moment: Moment) -> Decision {
        if evacuation != nil { return .evacuation(since: moment) }
        var all = places.values.map(\.decision)
        let covered = sectors.isEmpty ? [] : Set(settings.zones.flatMap(\.sectors))
        all += sectors.filter { $0.value.mode != .normal && !covered.contains($0.key) }.values
        // Where the settings name the circuit's zones nothing lies outside of them.
        let restCounts = places.isEmpty || (settings.zones.isEmpty && rest.weight > 0) || rest.restoredRedFlag != nil
        if restCounts { all.append(rest.decision) }
        var worst = all.max { $0.rank < $1.rank } ?? Decision(since: moment)
        worst.since = moment
        return worst
    }
}

// MARK: - Places

extension TrackState {
    /// Makes a place for a zone, for which one may have to give way that is missed less.
    ///
    /// - Returns: Whether there is one.
    mutating func makePlace(for zone: Int, in mode: Mode, isKnown: Bool = true, at moment: Moment) -> Bool {
        if places[zone] != nil {
            if isKnown { places[zone]?.isSpokenOf = true }
            return true
        }
        if places.count >= Self.mostZones {
            displaced += 1
            let others = places.filter { mayGiveWay($0.key) }.map { ($0.key, $0.value.weight, $0.value.decision.since) }
            guard let least = others.min(by: { ($0.1, $0.2) < ($1.1, $1.2) }),
                least.1 < Place.weight(mode) || mode == .evacuation
            else { return false }
            remove(least.0, at: moment)
        }
        places[zone] = Place(
            zone: zone, decision: Decision(since: moment), isSpokenOf: isKnown, answered: rest.answered)
        return true
    }

    /// Whether a zone is neither named nor spoken of by staff.
    func mayGiveWay(_ zone: Int) -> Bool {
        places[zone]?.named == nil && staff.word(of: zone) == nil && !(evacuation?.zones.contains(zone) ?? false)
    }

    mutating func remove(_ zone: Int, at moment: Moment) {
        guard let place = places.removeValue(forKey: zone) else { return }
        for sender in place.claims.keys { loseSight(of: sender, zone, at: moment) }
    }

    /// A cleared beacon is no longer followed: its report is remembered for as long as it might have counted.
    mutating func loseSight(of sender: Sender, _ zone: Int, at moment: Moment) {
        let source = ClaimSource.beacon(sender.name, zone: zone)
        if sender.isKnown, cleared.keys.contains(source) {
            cleared[source] = .some(moment.uptime + Self.longestTTL + settings.hold)
        }
    }
}
