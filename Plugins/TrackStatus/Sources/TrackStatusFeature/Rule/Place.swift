internal import FeatureKit

/// Who sends: an unknown sender that copies a known beacon's address remains another one.
struct Sender: Hashable {
    /// A known beacon's id, or else the address.
    let name: String
    let isKnown: Bool
}

/// What a sender said last of a zone.
struct BeaconClaim: Equatable {
    /// What it counts as.
    var mode: Mode
    /// Whether it reports an evacuation, whatever that counts as.
    let isEvacuation: Bool
    let isSigned: Bool
    let temperature: Int?
    /// It counts before that.
    let end: Moment
    /// When the sender was heard to change to it; nil where it was not.
    let changed: Duration?
}

/// All that the rule asks of a zone's beacons.
struct BeaconSummary: Equatable {
    /// The worst that one of them says.
    var mode: Mode
    /// Until when one of them says so.
    var end: Moment
    /// When the first of them was heard to change to what it says; nil where one was not.
    var changed: Duration?

    init?(_ claims: some Collection<BeaconClaim>) {
        guard let first = claims.first else { return nil }
        (mode, end, changed) = (first.mode, first.end, first.changed)
        for claim in claims.dropFirst() {
            if claim.mode > mode { (mode, end) = (claim.mode, claim.end) }
            if claim.mode == mode { end = max(end, claim.end) }
            if let earliest = changed { changed = claim.changed.map { min($0, earliest) } }
        }
    }
}

/// A zone, or the rest of the track: what lies in no zone that is known.
struct Place {
    /// Nil for the rest of the track.
    let zone: Int?
    /// What the settings say of it; nil where it is only heard or spoken of.
    var named: NamedZone?
    /// The last claim of each sender, for as long as it counts.
    var claims: [Sender: BeaconClaim] = [:]
    var state: StateSince
    /// Whether a known beacon, the network, staff or the settings spoke of it.
    var isSpokenOf: Bool
    /// When a zone is forgotten of which only unknown senders spoke, and said a warning.
    var forgetAt: Duration?
    /// When staff last said something of it: no earlier red flag stays after that.
    var answered: Duration?
    /// When a red flag was restored that it was in before a restart.
    var restoredRedFlag: Duration?

    init(zone: Int?, named: NamedZone? = nil, since: Moment) {
        (self.zone, self.named) = (zone, named)
        isSpokenOf = zone == nil || named != nil
        state = StateSince(since: since)
    }

    var sectors: [Int] { named?.sectors ?? [] }

    /// When the red flag came that stays although the network is silent.
    func lastingRedFlag(_ network: NetworkClaim) -> Duration? {
        let last = network.lastRedFlag(of: zone, in: sectors)
        let isAnswered = last.flatMap { came in answered.map { came < $0 } } ?? false
        return [isAnswered ? nil : last, restoredRedFlag].compactMap(\.self).max()
    }

    /// How much is lost without it: nothing where it is neither heard nor in a warning.
    var weight: Int {
        let decision = state.decision
        if decision.isStale, decision.mode <= .unknown { return 0 }
        return Place.weight(decision.mode, isStale: decision.isStale)
    }

    static func weight(_ mode: Mode, isStale: Bool) -> Int { 1 + 2 * mode.weight + (isStale ? 0 : 1) }
}
