internal import FeatureKit

extension TrackState {
    /// Takes what was known before this run: a warning that nobody took back is one still, though a stale one.
    ///
    /// Of a zone of which somebody already says something it tells nothing. An evacuation comes back by `set`, before this or
    /// after it; where that is not known yet, what is left over of it is an evacuation, too.
    mutating func recall(_ last: Status, at moment: Moment) -> Outcome {
        var turn = begin(at: moment)
        turn.outcome.isRefreshed = true
        for zone in last.zones where zone.mode > .unknown {
            guard makePlace(for: zone.zone, in: zone.mode, at: moment), let place = places[zone.zone],
                let standing = place.standing.recalling(
                    zone.mode, zone.source, zone.stale ? zone.since : nil, at: moment)
            else { continue }
            stand(standing, in: zone.zone)
        }
        // What no zone explains was said of the whole track.
        let worst = last.zones.map(\.mode).max() ?? .normal
        if last.mode > max(.unknown, worst),
            let standing = rest.standing.recalling(last.mode, last.source, last.stale ? last.since : nil, at: moment)
        {
            rest.standing = standing
        }
        decideAll(at: moment)
        return end(turn)
    }
}

extension Standing {
    /// The same with a worse warning of before; nothing where it tells nothing.
    fileprivate func recalling(_ mode: Mode, _ source: Source?, _ since: Timestamp?, at moment: Moment) -> Standing? {
        guard verdict.isStale, verdict.mode < mode else { return nil }
        return Standing(
            verdict: Verdict(mode: mode, isStale: true, source: source),
            since: Moment(uptime: moment.uptime, wall: since ?? moment.wall))
    }
}
