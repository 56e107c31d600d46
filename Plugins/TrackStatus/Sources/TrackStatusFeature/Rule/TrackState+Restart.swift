extension TrackState {
    /// Takes what the flags were when a run before this one ended: what was a warning is a stale one.
    ///
    /// An evacuation is no leftover: it holds, or it was cleared.
    mutating func recall(_ last: LastSaid, at moment: Moment) {
        var worst = Mode.unknown
        for zone in last.zones where zone.mode.isWarning {
            worst = max(worst, zone.mode)
            guard makePlace(for: zone.zone, in: zone.mode, at: moment),
                let now = places[zone.zone]?.standing, now.isUnheard
            else { continue }
            stand(now.after(Verdict(mode: zone.mode, isStale: true), at: moment), in: zone.zone)
        }
        // What no zone explains was said of the whole track.
        if last.mode.isWarning, worst < last.mode, rest.standing.isUnheard {
            rest.standing = rest.standing.after(Verdict(mode: last.mode, isStale: true), at: moment)
        }
        _ = look(at: moment)
    }
}

extension Mode {
    fileprivate var isWarning: Bool { self > .unknown && self < .evacuation }
}

extension Standing {
    /// Whether nobody has said anything yet.
    fileprivate var isUnheard: Bool { verdict.isStale && verdict.mode == .unknown }
}
