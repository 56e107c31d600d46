internal import FeatureKit

extension TrackState {
    /// Takes which evacuation holds, and whose word of one counts no more because staff have cleared it.
    ///
    /// Once none holds, nothing is left over of it, either: nobody knows more than what is said from now on.
    mutating func set(
        _ evacuation: EvacuationStanding?, cleared sources: Set<EvacuationClaim.Source> = [], at moment: Moment
    ) -> Outcome {
        var turn = begin(at: moment)
        turn.outcome.isRefreshed = true
        self.evacuation = evacuation
        leastPlaces = LeastFirst()
        for zone in evacuation?.zones.sorted() ?? [] { _ = makePlace(for: zone, in: .evacuation, at: moment) }
        // Who asked for it may not know yet who fell silent just now.
        setCleared(sources.subtracting(turn.outcome.forgotten), at: moment)
        decideAll(at: moment) { evacuation == nil && $0.mode == .evacuation }
        if evacuation == nil { forgetStaleEvacuations(at: moment) }
        return end(turn)
    }

    /// Who says now that there is an evacuation: with clearing it all of them are cleared.
    var raisers: Set<EvacuationClaim.Source> {
        var raisers: Set<EvacuationClaim.Source> = []
        for (zone, place) in places {
            for (sender, word) in place.beacons.words where word.isEvacuation && sender.isKnown {
                raisers.insert(.beacon(key: sender.name, zone: zone))
            }
        }
        // Also where nothing comes of the network just now: what comes next may be the same.
        if let report = network.report, report.isEvacuation { raisers.insert(.network(identity: report.identity)) }
        return raisers
    }

    private mutating func setCleared(_ sources: Set<EvacuationClaim.Source>, at moment: Moment) {
        let silenced = cleared
        cleared = ClearedSources(sources, keeping: silenced)
        var unheard = sources.subtracting(silenced.all)
        for (zone, place) in places {
            for (sender, word) in place.beacons.words where word.isEvacuation && sender.isKnown {
                let source = EvacuationClaim.Source.beacon(key: sender.name, zone: zone)
                unheard.remove(source)
                places[zone]?.beacons.take(sender, as: sources.contains(source) ? .unknown : .evacuation)
            }
        }
        network.isCleared = network.report.map { sources.contains(.network(identity: $0.identity)) } ?? false
        for case .beacon(let key, let zone) in unheard {
            isOutOfSight(Sender(name: key, isKnown: true), zone, at: moment)
        }
        let cleared = network
        for (sector, standing) in sectors {
            guard !standing.verdict.isStale, let mode = cleared.report?.sectors[sector] else { continue }
            let next = standing.after(
                Verdict(mode: cleared.counted(mode), isStale: false, source: .network), at: moment)
            guard next != standing else { continue }
            sectors[sector] = next
            move()
        }
    }

    private mutating func forgetStaleEvacuations(at moment: Moment) {
        for (sector, standing) in sectors where standing.verdict == Self.staleEvacuation {
            sectors[sector] = standing.after(Verdict(mode: .unknown, isStale: true, source: .network), at: moment)
            move()
        }
    }

    private static let staleEvacuation = Verdict(mode: .evacuation, isStale: true, source: .network)
}
