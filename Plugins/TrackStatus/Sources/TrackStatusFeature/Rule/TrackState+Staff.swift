internal import FeatureKit

extension TrackState {
    /// Takes what staff say; nothing that is left over of what others said counts beside it.
    mutating func say(_ word: StaffWord, at moment: Moment) -> Outcome {
        let turn = begin(at: moment)
        if let zone = word.zone { _ = makePlace(for: zone, in: word.mode, at: moment) }
        staff.say(word, at: moment)
        // A word may be over as soon as it is said.
        _ = staff.forget(at: moment)
        if staff.word(of: word.zone) != nil {
            for zone in zones(word.zone) {
                places[zone]?.answered = moment.uptime
                places[zone]?.restoredRedFlag = nil
            }
            if word.zone == nil { (rest.answered, rest.restoredRedFlag) = (moment.uptime, nil) }
        }
        if word.zone == nil, case let fresh = sectors.filter({ !$0.value.decision.isStale }),
            fresh.count < sectors.count
        {
            (sectors, isMoved) = (fresh, true)
        }
        decideAll(at: moment)
        return end(turn)
    }

    /// Takes what staff said back; nothing is left of it.
    mutating func withdraw(_ zone: Int?, at moment: Moment) -> Outcome {
        let turn = begin(at: moment)
        staff.withdraw(zone)
        decideAll(at: moment) { $0.source == .staff }
        return end(turn)
    }

    /// Whether there is room for what staff may say of a zone.
    func hasRoom(for zone: Int) -> Bool {
        places[zone] != nil || places.count < Self.mostZones || places.keys.contains(where: mayGiveWay)
    }

    private func zones(_ zone: Int?) -> [Int] { zone.map { [$0] } ?? Array(places.keys) }

    // MARK: - Evacuations

    /// Takes which evacuation holds, and whose report of one staff have cleared.
    ///
    /// Once none holds, nothing is left over of it either: nobody knows more than what is said from now on.
    mutating func set(
        _ evacuation: Status.Evacuation?, cleared sources: Set<ClaimSource> = [], at moment: Moment
    ) -> Outcome {
        let turn = begin(at: moment)
        self.evacuation = evacuation
        for zone in evacuation?.zones ?? [] { _ = makePlace(for: zone, in: .evacuation, at: moment) }
        // Whose report has ended just now need not be remembered.
        silence(sources.subtracting(turn.outcome.forgotten), at: moment)
        decideAll(at: moment) { evacuation == nil && $0.mode == .evacuation }
        for (sector, state) in sectors where evacuation == nil && state.decision.mode == .evacuation {
            guard state.decision.isStale else { continue }
            sectors[sector] = state.after(Decision(mode: .unknown, isStale: true, source: .network), at: moment)
            isMoved = true
        }
        return end(turn)
    }

    /// Who reports an evacuation now: clearing it clears them all.
    var raisers: Set<ClaimSource> {
        var raisers = Set(
            places.flatMap { zone, place in
                place.claims.filter { $0.key.isKnown && $0.value.isEvacuation }.map {
                    ClaimSource.beacon($0.key.name, zone: zone)
                }
            })
        // Also where nothing comes of the network just now: what comes next may be the same.
        if let report = network.report, report.isEvacuation { raisers.insert(report.source) }
        return raisers
    }

    private mutating func silence(_ sources: Set<ClaimSource>, at moment: Moment) {
        var unheard = sources.subtracting(cleared.keys)
        cleared = Dictionary(uniqueKeysWithValues: sources.map { ($0, cleared[$0] ?? nil) })
        for (zone, place) in places {
            for (sender, claim) in place.claims where claim.isEvacuation && sender.isKnown {
                let source = ClaimSource.beacon(sender.name, zone: zone)
                unheard.remove(source)
                places[zone]?.claims[sender]?.mode = sources.contains(source) ? .unknown : .evacuation
            }
        }
        for case let source in unheard {
            guard let beacon = source.beacon, let zone = source.zone else { continue }
            loseSight(of: Sender(name: beacon, isKnown: true), zone, at: moment)
        }
        network.isCleared = network.report.map { sources.contains($0.source) } ?? false
        if network.isCounting, let report = network.report { setSectors(report.sectors, at: moment) }
    }

    // MARK: - Restarts

    /// Takes what the flags were when the run before ended: a warning remains as a stale one.
    mutating func restore(_ mode: Mode, _ zones: [ZoneMode], at moment: Moment) {
        var worst = Mode.unknown
        for last in zones where last.mode.isWarning {
            worst = max(worst, last.mode)
            guard makePlace(for: last.zone, in: last.mode, at: moment), let place = places[last.zone],
                let restored = restored(last.mode, in: place, at: moment)
            else { continue }
            places[last.zone] = restored
        }
        // What no zone explains was said of the whole track.
        if mode.isWarning, worst < mode, let restored = restored(mode, in: rest, at: moment) { rest = restored }
        isMoved = true
        decideAll(at: moment)
        _ = look(at: moment)
    }

    /// A place as it was before; nil where what was heard since is worth more.
    ///
    /// A red flag may be the network's: beacons that never showed it don't end it before the network is heard.
    private func restored(_ mode: Mode, in place: Place, at moment: Moment) -> Place? {
        let isUnheard = place.state.decision.isStale && place.state.decision.mode == .unknown
        let mayBeNetwork =
            mode == .redFlag && plan.hasNetwork && network.report == nil && staff.mode(of: place.zone) == nil
        guard isUnheard || mayBeNetwork else { return nil }
        var place = place
        if isUnheard { place.state = place.state.after(Decision(mode: mode), at: moment) }
        if mode == .redFlag { place.restoredRedFlag = moment.uptime }
        return place
    }

    /// Takes a word of staff that still counts: it was said before, and so is no answer to an earlier red flag.
    mutating func restore(_ word: StaffWord, at moment: Moment) {
        let turn = begin(at: moment)
        if let zone = word.zone { _ = makePlace(for: zone, in: word.mode, at: moment) }
        staff.say(word, at: moment)
        _ = staff.forget(at: moment)
        // That red flag is their own: nothing is left of it once they withdraw it.
        if staff.word(of: word.zone)?.mode == .redFlag {
            for zone in zones(word.zone) { places[zone]?.restoredRedFlag = nil }
            if word.zone == nil { rest.restoredRedFlag = nil }
        }
        decideAll(at: moment)
        _ = end(turn)
    }
}

extension Mode {
    fileprivate var isWarning: Bool { self > .unknown && self < .evacuation }
}
