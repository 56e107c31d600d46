extension Kept.Evacuation {
    init(_ standing: Evacuation.Standing) {
        self.init(
            since: standing.since, confirmed: standing.isConfirmed, zones: standing.extent.zones.sorted(),
            message: standing.message, route: standing.route, by: standing.by, signer: standing.signer)
    }
}

extension Evacuation.Standing {
    init(_ kept: Kept.Evacuation) {
        self.init(
            since: kept.since, extent: Extent(zones: Set(kept.zones)), isConfirmed: kept.confirmed,
            message: kept.message, route: kept.route, by: kept.by, signer: kept.signer)
    }
}

extension Kept.Silenced {
    init(_ source: EvacuationClaim.Source) {
        switch source {
        case .beacon(let key, let zone): self.init(beacon: key, zone: zone)
        case .network(let identity): self.init(row: identity)
        }
    }

    /// Nil where it names nobody.
    var source: EvacuationClaim.Source? {
        if let row { return .network(identity: row) }
        guard let beacon, let zone else { return nil }
        return .beacon(key: beacon, zone: zone)
    }
}

extension Kept {
    init(_ evacuation: TrackStatusFeature.Evacuation, _ words: StaffWords) {
        let zones = words.zones.map { (Int?.some($0.key), $0.value.word) }
        let all = zones + [words.track].compactMap(\.self).map { (nil, $0.word) }
        self.init(
            evacuation: evacuation.standing.map(Kept.Evacuation.init),
            cleared: evacuation.cleared.map { Cleared(at: $0.at, by: $0.by, word: $0.word) },
            silenced: evacuation.silenced.prefix(Silenced.most).map(Silenced.init),
            words: all.map(Word.init).sorted { ($0.zone ?? -1) < ($1.zone ?? -1) })
    }
}

extension Kept.Word {
    init(_ zone: Int?, _ word: StaffWord) {
        self.init(zone: zone, mode: word.mode, message: word.message, by: word.by, at: word.at, until: word.until)
    }

    var word: StaffWord { StaffWord(mode: mode, message: message, by: by, at: at, until: until) }
}

extension Evacuation {
    mutating func recall(_ kept: Kept) {
        recall(
            kept.evacuation.map(Standing.init),
            kept.cleared.map { Cleared(at: $0.at, by: $0.by, word: $0.word) }, Set(kept.silenced.compactMap(\.source)))
    }
}
