internal import FeatureKit

// What staff and the network say.
extension TrackState {
    /// Takes what the network says, also where that is nothing new.
    mutating func take(_ report: NetworkReport, at moment: Moment) {
        look(at: moment)
        let last = network.isCounting && !report.isMadeAgain ? network.report.flatMap(claim) : nil
        // A cleared statement is forgotten once the network says something else, or the same once more.
        for source in cleared.keys where source.statement != nil {
            if source == report.source, report.isEvacuation, !report.isMadeAgain { continue }
            cleared[source] = nil
        }
        network.isCleared = cleared.keys.contains(report.source)
        if let claim = claim(of: report), claim != last, !network.isCleared { claims.append(claim) }
        network.take(report, at: moment)
        setRestoredRedFlag(nil, of: nil)
        setSectors(at: moment)
        decideAll(at: moment)
    }

    /// Takes that nothing comes of the network; its last report counts until it is too old.
    mutating func loseNetwork(_ reason: String, at moment: Moment) {
        look(at: moment)
        network.problem = String(reason.prefix(Status.longestText))
    }

    /// Lets the sectors be what the last report says of them.
    private mutating func setSectors(at moment: Moment) {
        let last = sectors
        sectors = [:]
        for (sector, mode) in network.report?.sectors ?? [:] {
            let next = Decision(mode: network.counted(mode), isStale: false, source: .network, since: moment)
            sectors[sector] = next.after(last[sector])
        }
    }

    /// What a report claims of an evacuation.
    private func claim(of report: NetworkReport) -> EvacuationClaim? {
        guard report.isEvacuation else { return nil }
        let sectors = report.mode == .evacuation ? [:] : report.sectors.filter { $0.value == .evacuation }
        let zones = sectors.keys.map { sector in settings.zones.filter { $0.sectors.contains(sector) }.map(\.zone) }
        // Nobody knows who is in a sector without zones.
        let isEverywhere = zones.contains(where: \.isEmpty)
        return EvacuationClaim(
            source: report.source, zones: isEverywhere ? [] : Set(zones.joined()), message: report.message,
            route: report.route)
    }

    // MARK: - Staff

    /// Takes what staff say; nothing that is left over of what others said counts beside it.
    mutating func say(_ word: StaffWord, at moment: Moment) {
        look(at: moment)
        if let zone = word.zone { _ = makePlace(for: zone, in: word.mode, at: moment) }
        staff.say(word, at: moment)
        // A word may be over as soon as it is said.
        if staff.word(of: word.zone) != nil {
            setRestoredRedFlag(nil, of: word.zone)
            for zone in zones(word.zone) { places[zone]?.answered = moment.uptime }
            if word.zone == nil { rest.answered = moment.uptime }
        }
        if word.zone == nil { sectors = sectors.filter { !$0.value.isStale } }
        decideAll(at: moment)
    }

    /// Takes what staff said back; nothing is left of it.
    mutating func withdraw(_ zone: Int?, at moment: Moment) {
        look(at: moment)
        staff.withdraw(zone)
        decideAll(at: moment) { $0.source == .staff }
    }

    /// Whether there is room for what staff may say of a zone.
    func hasRoom(for zone: Int) -> Bool {
        places[zone] != nil || places.count < Self.mostZones || places.keys.contains(where: mayGiveWay)
    }

    private func zones(_ zone: Int?) -> [Int] { zone.map { [$0] } ?? Array(places.keys) }

    /// Sets when a red flag was restored, of a zone or of all that there is.
    private mutating func setRestoredRedFlag(_ uptime: Duration?, of zone: Int?) {
        for zone in zones(zone) { places[zone]?.restoredRedFlag = uptime }
        if zone == nil { rest.restoredRedFlag = uptime }
    }

    // MARK: - Evacuations

    /// Takes which evacuation holds, if any.
    mutating func hold(_ evacuation: Status.Evacuation?, at moment: Moment) {
        guard let evacuation else { return }
        look(at: moment)
        self.evacuation = evacuation
        for zone in evacuation.zones { _ = makePlace(for: zone, in: .evacuation, at: moment) }
        decideAll(at: moment)
    }

    /// Takes that staff have cleared the evacuation: a source that goes on reporting it raises none, and nothing is left over
    /// of it, since nobody knows more than what is said from now on.
    mutating func clearEvacuation(at moment: Moment) {
        look(at: moment)
        evacuation = nil
        silence(raisers, at: moment)
        decideAll(at: moment) { $0.mode == .evacuation }
        for (sector, last) in sectors where last.mode == .evacuation && last.isStale {
            sectors[sector] = Decision(source: .network, since: moment).after(last)
        }
        decideTrack(at: moment)
    }

    /// Who reports an evacuation now: clearing it clears them all.
    var raisers: Set<ClaimSource> {
        var raisers: Set<ClaimSource> = []
        for (zone, place) in places {
            for (sender, claim) in place.claims where sender.isKnown && claim.isEvacuation {
                raisers.insert(.beacon(sender.name, zone: zone))
            }
        }
        // Also where nothing comes of the network just now: what comes next may be the same.
        if let report = network.report, report.isEvacuation { raisers.insert(report.source) }
        return raisers
    }

    private mutating func silence(_ sources: some Collection<ClaimSource>, at moment: Moment) {
        for source in sources where !cleared.keys.contains(source) {
            cleared[source] = .some(nil)
            guard let beacon = source.beacon, let zone = source.zone else { continue }
            let sender = Sender(name: beacon, isKnown: true)
            if places[zone]?.claims[sender]?.isEvacuation ?? false {
                places[zone]?.claims[sender]?.mode = .unknown
            } else {
                loseSight(of: sender, zone, at: moment)
            }
        }
        network.isCleared = network.report.map { cleared.keys.contains($0.source) } ?? false
        if network.isCounting { setSectors(at: moment) }
    }

    // MARK: - Restarts

    /// Takes what lay in the store: a warning remains as a stale one, and words of staff that still count are no answer to
    /// an earlier red flag, since they were said before.
    mutating func restore(_ stored: PersistedState, at moment: Moment) {
        look(at: moment)
        var worst = Mode.unknown
        for last in stored.zones where last.mode.isWarning {
            worst = max(worst, last.mode)
            guard makePlace(for: last.zone, in: last.mode, at: moment), let place = places[last.zone] else { continue }
            places[last.zone] = restored(last.mode, in: place, at: moment)
        }
        // What no zone explains was said of the whole track.
        if stored.mode.isWarning, worst < stored.mode { rest = restored(stored.mode, in: rest, at: moment) }
        silence(stored.silenced, at: moment)
        decideAll(at: moment)
        // What was said since counts; what was over meanwhile is over.
        for word in stored.words where staff.word(of: word.zone) == nil {
            if let zone = word.zone { _ = makePlace(for: zone, in: word.mode, at: moment) }
            staff.say(word, at: moment)
            // That red flag is their own: nothing is left of it once they withdraw it.
            if staff.word(of: word.zone)?.mode == .redFlag { setRestoredRedFlag(nil, of: word.zone) }
        }
        decideAll(at: moment)
    }

    /// A place as it was before, unless what was heard since is worth more.
    ///
    /// A red flag may be the network's: beacons that never showed it don't end it before the network is heard.
    private func restored(_ mode: Mode, in place: Place, at moment: Moment) -> Place {
        let isUnheard = place.decision.isStale && place.decision.mode == .unknown
        let mayBeNetwork = settings.hasNetwork && network.report == nil && staff.counting(for: place.zone).isEmpty
        var place = place
        if isUnheard { place.decision = Decision(mode: mode, since: moment).after(place.decision) }
        if mode == .redFlag, isUnheard || mayBeNetwork { place.restoredRedFlag = moment.uptime }
        return place
    }
}

extension Mode {
    fileprivate var isWarning: Bool { self > .unknown && self < .evacuation }
}
