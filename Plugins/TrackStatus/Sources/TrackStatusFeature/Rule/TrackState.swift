internal import FeatureKit

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

    /// What the settings say of it.
    struct Plan: Equatable {
        /// How much longer than its TTL a beacon's claim counts.
        var hold = Duration.zero
        var zones: [NamedZone] = []
        /// How long the network's report counts when nothing more comes.
        var networkStale = Duration.seconds(30)
        /// Whether there is one, or a recording in its place: an earlier red flag may be its.
        var hasNetwork = false
    }

    private(set) var plan: Plan { didSet { coveredSectors = Set(plan.zones.flatMap(\.sectors)) } }
    private var coveredSectors: Set<Int> = []
    /// Every zone that is named, was heard or is spoken of.
    var places: [Int: Place] = [:]
    /// What lies in none of them.
    var rest: Place
    /// What the network says of sectors.
    var sectors: [Int: StateSince] = [:]
    var network = NetworkClaim()
    var staff = StaffWords()
    var evacuation: Status.Evacuation?
    /// Whose report of an evacuation staff have cleared, and when each is forgotten; nil while it is repeated.
    var cleared: [ClaimSource: Duration?] = [:]
    var presence: Presence?
    var track: StateSince

    /// When a beacon was last heard.
    var lastHeard: Moment?
    /// No claim runs out before that, and no zone is forgotten.
    var claimsEnd: Duration?
    private var forgetEnd: Duration?
    /// No sender is missed less than that.
    var leastWeight = 0
    var displaced = Displaced()
    /// Whether zones or sectors have changed since the turn began.
    var isMoved = false

    init(_ plan: Plan = Plan(), at moment: Moment) {
        self.plan = plan
        coveredSectors = Set(plan.zones.flatMap(\.sectors))
        track = StateSince(since: moment)
        rest = Place(zone: nil, since: moment)
        for named in plan.zones { places[named.zone] = Place(zone: named.zone, named: named, since: moment) }
    }

    /// When the status may change though nothing is heard.
    var nextEnd: Duration? {
        earliest(claimsEnd, networkEnd, staff.nextEnd, cleared.values.compactMap(\.self).min(), forgetEnd)
    }

    private var networkEnd: Duration? { network.isCounting ? network.at.map { $0.uptime + plan.networkStale } : nil }

    /// How many claims of beacons count.
    var senders: Int { places.values.reduce(0) { $0 + $1.claims.count } }

    /// Takes the time.
    mutating func look(at moment: Moment) -> Outcome { end(begin(at: moment)) }

    /// Takes other settings; what was heard stays.
    mutating func change(_ plan: Plan, at moment: Moment) -> Outcome {
        let turn = begin(at: moment)
        self.plan = plan
        let named = Dictionary(plan.zones.map { ($0.zone, $0) }) { first, _ in first }
        for (zone, place) in places {
            places[zone]?.named = named[zone]
            let isHeard = !place.claims.isEmpty || network.report?.zones[zone] != nil
            // Of a zone that the settings no longer name nothing is left unless somebody speaks of it.
            if place.named != nil, named[zone] == nil, !isHeard, mayGiveWay(zone) { remove(zone, at: moment) }
        }
        for zone in plan.zones { _ = makePlace(for: zone.zone, in: .evacuation, at: moment) }
        for zone in plan.zones { places[zone.zone]?.named = zone }
        isMoved = true
        decideAll(at: moment)
        return end(turn)
    }
}

// MARK: - Turns

extension TrackState {
    /// What came of something that was taken.
    struct Outcome: Equatable {
        /// Whether people must know at once.
        var isChanged = false
        /// Who began to report an evacuation; told once for as long as they go on without a break.
        var claims: [EvacuationClaim] = []
        /// Whose cleared report ended: what they say next counts again.
        var forgotten: Set<ClaimSource> = []
        /// The unknown senders that reported an evacuation, told once like `claims`.
        var doubts: [Doubt] = []
    }

    /// An evacuation that an unknown sender reports.
    struct Doubt: Equatable {
        let address: String
        let zone: Int
    }

    /// What found no room since the start.
    struct Displaced: Equatable {
        var senders: UInt64 = 0
        var zones: UInt64 = 0
        var sectors: UInt64 = 0
    }

    /// A change while it goes on.
    struct Turn {
        let moment: Moment
        fileprivate let before: Status
        var outcome = Outcome()
    }

    /// What people must know at once, zones and sectors apart.
    fileprivate struct Headline: Equatable {
        let decision: Decision, isEnding: Bool, message: String?, evacuation: Status.Evacuation?, staff: StaffWord?
        let network: Mode?, networkMessage: String?, problem: String?
    }

    private var headline: Headline {
        Headline(
            decision: track.decision, isEnding: isEnding, message: message, evacuation: evacuation, staff: staff.worst,
            network: network.mode, networkMessage: network.report?.message, problem: network.problem)
    }

    /// Begins a change: what has run out until then no longer counts.
    mutating func begin(at moment: Moment) -> Turn {
        var turn = Turn(moment: moment, before: status)
        isMoved = false
        // One after the other, as if each had been looked at in time: what is left depends on who fell silent first.
        while let end = nextEnd, end <= moment.uptime {
            runOut(at: moment.advanced(by: end - moment.uptime), &turn.outcome)
        }
        return turn
    }

    private mutating func runOut(at moment: Moment, _ outcome: inout Outcome) {
        if let end = claimsEnd, end <= moment.uptime { forgetClaims(at: moment, &outcome) }
        let isSilent = networkEnd.map { $0 <= moment.uptime } ?? false
        if isSilent {
            network.fallSilent()
            for (sector, state) in sectors {
                let decision = Decision(mode: state.decision.mode.afterSilence, isStale: true, source: .network)
                sectors[sector] = state.after(decision, at: moment)
                isMoved = true
            }
        }
        if staff.forget(at: moment) || isSilent { decideAll(at: moment) }
        for (source, end) in cleared where end.map({ $0 <= moment.uptime }) ?? false {
            cleared[source] = nil
            outcome.forgotten.insert(source)
        }
        if let end = forgetEnd, end <= moment.uptime {
            for (zone, place) in places where place.forgetAt.map({ $0 <= moment.uptime }) ?? false {
                remove(zone, at: moment)
            }
            forgetEnd = places.values.compactMap(\.forgetAt).min()
        }
        track = track.after(worst, at: moment)
    }

    /// Ends a change: what it means for the track, and whether people have to know.
    mutating func end(_ turn: Turn) -> Outcome {
        track = track.after(worst, at: turn.moment)
        var outcome = turn.outcome
        outcome.isChanged = status.isNews(after: turn.before)
        return outcome
    }

    /// The worst of all places, of the sectors that no named zone lies in, and of an evacuation.
    private var worst: Decision {
        if evacuation != nil { return Decision(mode: .evacuation, isStale: false, source: .evacuation) }
        var worst: Decision?
        func add(_ next: Decision) { if worst.map({ next.isWorse(than: $0) }) ?? true { worst = next } }
        for place in places.values { add(place.state.decision) }
        for (sector, state) in sectors where state.decision.mode != .normal {
            if !coveredSectors.contains(sector) { add(state.decision) }
        }
        // Where the settings name the circuit's zones nothing lies outside of them.
        let restCounts = places.isEmpty || (plan.zones.isEmpty && rest.weight > 0) || rest.restoredRedFlag != nil
        if restCounts { add(rest.state.decision) }
        return worst ?? Decision()
    }
}

// MARK: - Deciding

extension TrackState {
    /// What counts in a place; of what is left over nothing stays where `isOver` says so.
    private func decision(of place: Place, without isOver: (Decision) -> Bool) -> Decision {
        if evacuation?.covers(place.zone) ?? false {
            return Decision(mode: .evacuation, isStale: false, source: .evacuation)
        }
        let beacons = BeaconSummary(place.claims.values)
        var said = network.says(of: place.zone, in: place.sectors)
        // A red flag that was last heard stays, and counts as if it were still said.
        let lasting = said == nil ? place.lastingRedFlag(network) : nil
        if let lasting { said = (.redFlag, lasting) }
        // Newer unless each beacon that counts was heard to change after the red flag came.
        let isNewer = said?.redFlag.map { came in beacons?.changed.map { $0 <= came } ?? true } ?? false
        let heard = HybridRule.mode(beacons: beacons?.mode, network: said?.mode, redFlagIsNewer: isNewer)
        let word = staff.mode(of: place.zone)
        guard let mode = [heard, word].compactMap(\.self).max() else {
            let last = place.state.decision
            return Decision(
                mode: isOver(last) ? .unknown : last.mode.afterSilence, isStale: true, source: last.source)
        }
        return Decision(
            mode: mode, isStale: lasting != nil && mode == .redFlag && word != mode && beacons?.mode != mode,
            source: word == mode ? .staff : beacons?.mode == mode ? .ble : .network)
    }

    mutating func decide(_ zone: Int, at moment: Moment, without isOver: (Decision) -> Bool = { _ in false }) {
        guard let place = places[zone] else { return }
        set(place.state.after(decision(of: place, without: isOver), at: moment), of: zone)
        guard !place.isSpokenOf, place.claims.isEmpty, place.forgetAt == nil, let place = places[zone] else { return }
        // A zone of which only unknown senders spoke: a warning stays for a while, anything else goes with their claims.
        if place.state.decision.mode > .unknown {
            let end = moment.uptime + Self.unknownWarning
            places[zone]?.forgetAt = end
            forgetEnd = earliest(forgetEnd, end)
        } else {
            remove(zone, at: moment)
        }
    }

    mutating func decideAll(at moment: Moment, without isOver: (Decision) -> Bool = { _ in false }) {
        for zone in Array(places.keys) { decide(zone, at: moment, without: isOver) }
        rest.state = rest.state.after(decision(of: rest, without: isOver), at: moment)
    }

    mutating func set(_ state: StateSince, of zone: Int) {
        guard let last = places[zone]?.state, last != state else { return }
        places[zone]?.state = state
        isMoved = true
    }

    /// Makes a place for a zone, for which one may have to give way that is missed less.
    ///
    /// - Returns: Whether there is one.
    mutating func makePlace(for zone: Int, in mode: Mode, isKnown: Bool = true, at moment: Moment) -> Bool {
        if places[zone] != nil {
            if isKnown { places[zone]?.isSpokenOf = true }
            return true
        }
        if places.count >= Self.mostZones {
            displaced.zones += 1
            let others = places.filter { mayGiveWay($0.key) }.map {
                ($0.key, $0.value.weight, $0.value.state.since)
            }
            guard let least = others.min(by: { ($0.1, $0.2) < ($1.1, $1.2) }),
                least.1 < Place.weight(mode, isStale: false) || mode == .evacuation
            else { return false }
            remove(least.0, at: moment)
        }
        var place = Place(zone: zone, since: moment)
        (place.answered, place.isSpokenOf) = (rest.answered, isKnown)
        places[zone] = place
        isMoved = true
        return true
    }

    /// Whether a zone is neither named nor spoken of by staff.
    func mayGiveWay(_ zone: Int) -> Bool {
        places[zone]?.named == nil && staff.word(of: zone) == nil && !(evacuation?.zones.contains(zone) ?? false)
    }

    mutating func remove(_ zone: Int, at moment: Moment) {
        guard let place = places.removeValue(forKey: zone) else { return }
        for sender in place.claims.keys { loseSight(of: sender, zone, at: moment) }
        isMoved = true
    }

    /// A cleared beacon is no longer followed: its report is remembered for as long as it might have counted.
    mutating func loseSight(of sender: Sender, _ zone: Int, at moment: Moment) {
        let source = ClaimSource.beacon(sender.name, zone: zone)
        if sender.isKnown, cleared.keys.contains(source) {
            cleared[source] = .some(moment.uptime + Self.longestTTL + plan.hold)
        }
    }
}
