internal import BLEContracts
internal import FeatureKit

extension TrackState {
    /// Takes what beacons said, one after the other.
    mutating func hear(_ all: [Sighting], at moment: Moment) {
        look(at: moment)
        // What was on its way when BLE stopped is of an earlier time.
        guard presence != .gone else { return }
        for sighting in all { hear(sighting, at: moment) }
        if !all.isEmpty { lastHeard = moment }
        decideTrack(at: moment)
    }

    private mutating func hear(_ sighting: Sighting, at moment: Moment) {
        let (zone, sender) = (sighting.zone, sighting.sender)
        let last = places[zone]?.claims[sender]
        let mode = counted(sighting, after: last)
        guard makePlace(for: zone, in: mode, isKnown: sender.isKnown, at: moment) else { return }
        guard last != nil || makeRoom(for: sender.weight(mode), at: moment) else { return decide(zone, at: moment) }
        leastWeight = min(leastWeight, sender.weight(mode))
        let end = moment.advanced(by: sighting.ttl + settings.hold)
        places[zone]?.claims[sender] = BeaconClaim(
            mode: mode, isEvacuation: sighting.mode == .evacuation, isSigned: sighting.trust == .signed,
            temperature: sighting.temperature, end: end,
            changed: last.flatMap { $0.mode == mode ? $0.changed : moment.uptime })
        places[zone]?.forgetAt = nil
        // Where there is no network the restored red flag was a beacon's, or staff's, of which nothing is left.
        if !settings.hasNetwork { places[zone]?.restoredRedFlag = nil }
        decide(zone, at: moment)
    }

    /// What a claim counts as; an evacuation is added to the claims.
    private mutating func counted(_ sighting: Sighting, after last: BeaconClaim?) -> Mode {
        let sender = sighting.sender
        let source = ClaimSource.beacon(sender.name, zone: sighting.zone)
        guard sighting.mode == .evacuation else {
            if sender.isKnown { cleared[source] = nil }
            return Mode(sighting.mode)
        }
        let isNew = !(last?.isEvacuation ?? false)
        guard sender.isKnown else {
            if isNew { claims.append(EvacuationClaim(source: source, isKnown: false)) }
            return .unknown
        }
        if cleared.keys.contains(source) {
            cleared[source] = .some(nil)
            return .unknown
        }
        let isSigned = sighting.trust == .signed
        if isNew || (isSigned && last?.isSigned == false) {
            claims.append(EvacuationClaim(source: source, isSigned: isSigned, zones: [sighting.zone]))
        }
        return .evacuation
    }

    /// Makes room for one more sender, for which one may have to give way that is missed less.
    private mutating func makeRoom(for weight: Int, at moment: Moment) -> Bool {
        guard senders >= Self.mostSenders else { return true }
        displaced += 1
        // In a flood of equals nobody has to be looked for.
        guard leastWeight < weight else { return false }
        let all = places.flatMap { zone, place in
            place.claims.map { (zone: zone, sender: $0, weight: $0.weight($1.mode), end: $1.end) }
        }
        guard let least = all.min(by: { ($0.weight, $0.end) < ($1.weight, $1.end) }) else { return true }
        leastWeight = least.weight
        guard leastWeight < weight else { return false }
        places[least.zone]?.claims[least.sender] = nil
        loseSight(of: least.sender, least.zone, at: moment)
        decide(least.zone, at: moment)
        return true
    }

    /// Takes whether the module that hears beacons is there.
    mutating func note(_ presence: Presence, at moment: Moment) {
        look(at: moment)
        let isLost = presence == .gone || (presence == .coming && self.presence == .active)
        self.presence = presence
        guard isLost else { return }
        for (zone, place) in places where !place.claims.isEmpty {
            for sender in place.claims.keys { loseSight(of: sender, zone, at: moment) }
            places[zone]?.claims = [:]
            decide(zone, at: moment)
        }
        decideTrack(at: moment)
    }

    mutating func forgetClaims(at moment: Moment) {
        for (zone, place) in places {
            let over = place.claims.filter { $0.value.end <= moment }
            guard !over.isEmpty else { continue }
            for sender in over.keys {
                places[zone]?.claims[sender] = nil
                if sender.isKnown { cleared[.beacon(sender.name, zone: zone)] = nil }
            }
            decide(zone, at: moment)
        }
    }
}

/// Whether the module that hears beacons can be heard.
enum Presence: Equatable {
    case active
    /// It starts: nothing that it said before counts, but the host's word of the start may come later than the first
    /// sighting.
    case coming
    case gone

    /// What the host says of a module; a state that is not known counts as gone.
    init(of id: String, _ features: HostFeatures) {
        switch features.features.first(where: { $0.id == id })?.state {
        case "active": self = .active
        case "waiting", "starting": self = .coming
        default: self = .gone
        }
    }
}
