extension TrackState {
    /// Takes what the flags were when a run before this one ended: what was a warning is a stale one.
    ///
    /// An evacuation is no leftover: it holds, or it was cleared.
    mutating func recall(_ last: LastSaid, at moment: Moment) {
        var worst = Mode.unknown
        for zone in last.zones where zone.mode.isWarning {
            worst = max(worst, zone.mode)
            guard makePlace(for: zone.zone, in: zone.mode, at: moment), let place = places[zone.zone],
                mayRecall(zone.mode, of: place)
            else { continue }
            if place.standing.isUnheard {
                stand(place.standing.after(Verdict(mode: zone.mode, isStale: true), at: moment), in: zone.zone)
            }
            if zone.mode == .redFlag { places[zone.zone]?.recalled = moment.uptime }
        }
        // What no zone explains was said of the whole track.
        if last.mode.isWarning, worst < last.mode, mayRecall(last.mode, of: rest) {
            if rest.standing.isUnheard {
                rest.standing = rest.standing.after(Verdict(mode: last.mode, isStale: true), at: moment)
            }
            if last.mode == .redFlag { rest.recalled = moment.uptime }
        }
        decideAll(at: moment)
        _ = look(at: moment)
    }

    /// Takes a word of staff that still counts: it was said before, and so is no answer to a red flag of before.
    mutating func recall(_ word: StaffWord, zone: Int?, at moment: Moment) {
        let turn = begin(at: moment)
        if let zone { _ = makePlace(for: zone, in: word.mode, at: moment) }
        staff.say(word, of: zone, at: moment)
        leastPlaces = LeastFirst()
        _ = staff.forget(at: moment)
        // That red flag is their own: of it nothing is left once they take it back.
        if staff.word(of: zone)?.mode == .redFlag {
            for zone in zone.map({ [$0] }) ?? Array(places.keys) { places[zone]?.recalled = nil }
            if zone == nil { rest.recalled = nil }
        }
        decideAll(at: moment)
        _ = end(turn)
    }

    /// Whether what was said of a place before is worth more than what was heard since.
    ///
    /// A red flag may be the network's: beacons that were never told of it don't take it away before that is heard again.
    private func mayRecall(_ mode: Mode, of place: Place) -> Bool {
        place.standing.isUnheard
            || (mode == .redFlag && plan.hasNetwork && network.report == nil && staff.mode(of: place.zone) == nil)
    }
}

extension Mode {
    fileprivate var isWarning: Bool { self > .unknown && self < .evacuation }
}

extension Standing {
    /// Whether nobody has said anything yet.
    fileprivate var isUnheard: Bool { verdict.isStale && verdict.mode == .unknown }
}
