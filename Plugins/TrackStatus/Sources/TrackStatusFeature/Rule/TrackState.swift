internal import FeatureKit

/// Decides what the flags say, zone by zone and as a whole, from what is heard and from what is not.
///
/// It is pure: time is an argument, and only the clock that never goes back decides.
struct TrackState {
    /// Anyone can invent senders: beyond this many a stranger's word gives way first, and the least severe of those.
    static let mostSenders = 1024
    /// Beyond this many the least severe zone gives way that is neither named nor spoken of by staff.
    static let mostZones = 1024
    /// So long a warning stays that only strangers spoke of.
    static let strangersWarning = Duration.seconds(600)
    /// No beacon can say anything longer than that.
    static let longestTTL = Duration.seconds(255)

    /// What the settings say of it.
    struct Plan {
        /// How much longer than its TTL a beacon's word counts.
        var hold = Duration.zero
        var zones: [NamedZone] = []
        /// How long the network's word counts when nothing more comes from it.
        var networkStale = Duration.seconds(30)
        /// Whether there is one, or a recording in its place: a red flag of before a restart may be its.
        var hasNetwork = false
    }

    let plan: Plan
    /// The sectors that named zones lie in; the others speak for themselves.
    private let coveredSectors: Set<Int>

    /// Every zone that is named, was heard, or is spoken of.
    var places: [Int: Place] = [:]
    /// What lies in none of them.
    var rest: Place
    /// What the network says of sectors; stale where it says nothing any more.
    var sectors: [Int: Standing] = [:]
    var network = NetworkWord()
    var staff = StaffWords()
    var evacuation: EvacuationStanding?
    var cleared = ClearedSources()
    var presence: Presence?
    var track: Standing

    /// How many words of beacons count.
    var senders = 0
    /// When a beacon was last heard.
    var lastHeard: Moment?
    /// No word runs out before that.
    var wordsEnd: Duration?
    /// No zone goes before that of which only strangers spoke.
    var strangersEnd: Duration?
    var displaced = Displaced()
    var leastSenders = LeastFirst<SenderKey, Rank>()
    var leastPlaces = LeastFirst<Int, Place.Weight>()

    private var tally = Tally()
    /// Whether what people must know of zones or sectors has changed since the turn began.
    private var isMoved = false

    /// Begins without having heard anything.
    init(_ plan: Plan = Plan(), at moment: Moment) {
        self.plan = plan
        coveredSectors = Set(plan.zones.flatMap(\.sectors))
        track = Standing(since: moment)
        rest = Place(zone: nil, since: moment)
        for named in plan.zones.prefix(NamedZone.most) {
            places[named.zone] = Place(zone: named.zone, named: named, since: moment)
        }
        tally.add(Verdict(), times: places.count)
    }

    /// When the status may change though nothing is heard.
    var nextEnd: Duration? {
        [wordsEnd, networkEnd, staff.nextEnd, cleared.nextEnd, strangersEnd].compactMap(\.self).min()
    }

    var networkEnd: Duration? { network.isCounting ? network.at.map { $0.uptime + plan.networkStale } : nil }

    /// Takes the time.
    mutating func look(at moment: Moment) -> Outcome {
        let turn = begin(at: moment)
        return end(turn)
    }
}

// MARK: - Turns

extension TrackState {
    /// What is known of a change while it goes on.
    struct Turn {
        let moment: Moment
        fileprivate let before: Headline
        var outcome = Outcome()
    }

    /// What people must know at once, zones and sectors apart.
    fileprivate struct Headline: Equatable {
        let verdict: Verdict
        let isEnding: Bool
        let message: String?
        let network: Mode?
        let networkCounts: Bool
        let networkMessage: String?
        let problem: String?
        let staff: StaffWord?
        let evacuation: EvacuationStanding?
    }

    private var headline: Headline {
        Headline(
            verdict: track.verdict, isEnding: isEnding, message: message, network: network.mode,
            networkCounts: network.isCounting, networkMessage: network.report?.message, problem: network.problem,
            staff: staff.worst, evacuation: evacuation)
    }

    /// Begins a change: what has run out until then counts no more.
    mutating func begin(at moment: Moment) -> Turn {
        var turn = Turn(moment: moment, before: headline)
        isMoved = false
        // One after the other, as if each had been looked at in time: what is left over depends on who fell silent first.
        while let end = nextEnd, end <= moment.uptime {
            runOut(at: moment.advanced(by: end - moment.uptime), &turn)
        }
        return turn
    }

    private mutating func runOut(at moment: Moment, _ turn: inout Turn) {
        if let wordsEnd, wordsEnd <= moment.uptime { forgetWords(at: moment, &turn) }
        let isSilent = networkEnd.map { $0 <= moment.uptime } ?? false
        if isSilent { fallSilent(at: moment) }
        if staff.forget(at: moment) || isSilent { decideAll(at: moment) }
        turn.outcome.forgotten.formUnion(cleared.forget(at: moment))
        if let strangersEnd, strangersEnd <= moment.uptime { forgetStrangers(at: moment) }
        track = track.after(verdictOfAll, at: moment)
        turn.outcome.isRefreshed = true
    }

    /// Ends a change: what it means for the track, and who has to know.
    mutating func end(_ turn: Turn) -> Outcome {
        track = track.after(verdictOfAll, at: turn.moment)
        var outcome = turn.outcome
        outcome.isChanged = isMoved || headline != turn.before
        return outcome
    }

    /// The worst of all places, of the sectors that are in none of them, and of an evacuation.
    private var verdictOfAll: Verdict {
        if evacuation != nil { return Verdict(mode: .evacuation, isStale: false, source: .evacuation) }
        var all = [tally.worst].compactMap(\.self)
        for (sector, standing) in sectors where !coveredSectors.contains(sector) && standing.verdict.mode != .normal {
            all.append(standing.verdict)
        }
        let restIsKnown = !rest.standing.verdict.isStale || rest.standing.verdict.mode > .unknown
        // Where the circuit's zones are named nothing lies outside of them.
        let restCounts = places.isEmpty || (plan.zones.isEmpty && restIsKnown) || rest.recalled != nil
        if restCounts { all.append(rest.standing.verdict) }
        return all.reduce(nil) { worst, next in worst.map { next.isWorse(than: $0) ? next : $0 } ?? next } ?? Verdict()
    }

    /// Whoever said something last falls silent: warnings stay.
    private mutating func fallSilent(at moment: Moment) {
        network.fallSilent()
        for (sector, standing) in sectors {
            let mode = standing.verdict.mode.afterSilence
            sectors[sector] = standing.after(Verdict(mode: mode, isStale: true, source: .network), at: moment)
        }
        isMoved = isMoved || !sectors.isEmpty
    }
}

// MARK: - Deciding

extension TrackState {
    /// What counts in a place.
    ///
    /// - Parameter isOver: Of which leftovers nothing stays.
    private func verdict(of place: Place, without isOver: (Verdict) -> Bool) -> Verdict {
        let beacons = place.beacons.gist
        let says = network.says(of: place.zone, in: place.sectors)
        // A red flag that was last heard stays, and counts as if it were said still.
        let stays = says == nil ? place.redFlagThatStays(network) : nil
        let said = says ?? stays.map { NetworkWord.Said(mode: .redFlag, redFlag: $0) }
        // Newer unless each beacon that counts was heard to change after the red flag came.
        let redFlagIsNewer = said?.redFlag.map { came in beacons?.changed.map { $0 <= came } ?? true } ?? false
        let heard = HybridRule.mode(beacons: beacons?.mode, network: said?.mode, redFlagIsNewer: redFlagIsNewer)
        let word = staff.mode(of: place.zone)
        if evacuation?.covers(place.zone) ?? false {
            return Verdict(mode: .evacuation, isStale: false, source: .evacuation)
        }
        guard let mode = [heard, word].compactMap(\.self).max() else {
            let last = place.standing.verdict
            return Verdict(
                mode: isOver(last) ? .unknown : last.mode.afterSilence, isStale: true, source: last.source)
        }
        return Verdict(
            mode: mode, isStale: stays != nil && mode == .redFlag && word != mode && beacons?.mode != mode,
            source: word == mode ? .staff : beacons?.mode == mode ? .ble : .network)
    }

    mutating func decide(_ zone: Int, at moment: Moment, without isOver: (Verdict) -> Bool = { _ in false }) {
        guard let place = places[zone] else { return }
        stand(place.standing.after(verdict(of: place, without: isOver), at: moment), in: zone)
    }

    mutating func decideAll(at moment: Moment, without isOver: (Verdict) -> Bool = { _ in false }) {
        for zone in places.keys { decide(zone, at: moment, without: isOver) }
        rest.standing = rest.standing.after(verdict(of: rest, without: isOver), at: moment)
    }

    /// Lets a zone be in something.
    mutating func stand(_ standing: Standing, in zone: Int) {
        guard let last = places[zone]?.standing, last != standing else { return }
        places[zone]?.standing = standing
        if let weight = places[zone]?.weight { leastPlaces.note(zone, weight) }
        tally.remove(last.verdict)
        tally.add(standing.verdict)
        isMoved = true
    }

    /// Has a place for a zone, for which a less severe one may have to give way.
    ///
    /// - Returns: Whether there is one.
    mutating func makePlace(for zone: Int, in mode: Mode, byStranger isStranger: Bool = false, at moment: Moment)
        -> Bool
    {
        guard places[zone] == nil else {
            if !isStranger { places[zone]?.isSpokenOf = true }
            return true
        }
        if places.count >= Self.mostZones {
            displaced.zones += 1
            let weight = Place.Weight(isWarning: true, mode: mode, isFresh: true, since: moment)
            guard let least = leastPlace, least.rank <= weight else { return false }
            removePlace(least.key, at: moment)
        }
        var place = Place(zone: zone, since: moment)
        place.answered = rest.answered
        place.isSpokenOf = !isStranger
        places[zone] = place
        leastPlaces.note(zone, place.weight)
        tally.add(place.standing.verdict)
        isMoved = true
        return true
    }

    /// The zone that is missed least, of those that may give way.
    private var leastPlace: (key: Int, rank: Place.Weight)? {
        mutating get {
            while let first = leastPlaces.first {
                if places[first.key]?.weight == first.rank, mayGiveWay(first.key) { return first }
                leastPlaces.dropFirst()
            }
            leastPlaces.fill(places.filter { mayGiveWay($0.key) }.map { ($0.key, $0.value.weight) })
            return leastPlaces.first
        }
    }

    /// Whether a zone is neither named nor spoken of by staff.
    func mayGiveWay(_ zone: Int) -> Bool {
        places[zone]?.named == nil && staff.zones[zone] == nil && !(evacuation?.zones.contains(zone) ?? false)
    }

    private mutating func removePlace(_ zone: Int, at moment: Moment) {
        guard let place = places.removeValue(forKey: zone) else { return }
        senders -= place.beacons.words.count
        for sender in place.beacons.words.keys { isOutOfSight(sender, zone, at: moment) }
        tally.remove(place.standing.verdict)
    }

    /// Forgets a zone that only strangers spoke of, once they say no more; a warning stays for a while.
    mutating func forgetUnlessSpokenOf(_ zone: Int, at moment: Moment) {
        guard let place = places[zone], !place.isSpokenOf, place.beacons.words.isEmpty else { return }
        if place.standing.verdict.mode > .unknown {
            let end = moment.uptime + Self.strangersWarning
            places[zone]?.goes = end
            strangersEnd = min(strangersEnd ?? end, end)
        } else {
            removePlace(zone, at: moment)
            isMoved = true
        }
    }

    /// Forgets the zones whose while is over.
    private mutating func forgetStrangers(at moment: Moment) {
        strangersEnd = nil
        for (zone, place) in places where !place.isSpokenOf && place.beacons.words.isEmpty {
            guard let end = place.goes else { continue }
            if end <= moment.uptime {
                removePlace(zone, at: moment)
                isMoved = true
            } else {
                strangersEnd = min(strangersEnd ?? end, end)
            }
        }
    }

    /// A cleared beacon is no longer looked after; it is to be remembered for as long as its word might have counted.
    mutating func isOutOfSight(_ sender: Sender, _ zone: Int, at moment: Moment) {
        cleared.isOutOfSight(
            .beacon(key: sender.name, zone: zone), until: moment.uptime + Self.longestTTL + plan.hold)
    }

    /// Says that something of zones or sectors has changed.
    mutating func move() { isMoved = true }
}
