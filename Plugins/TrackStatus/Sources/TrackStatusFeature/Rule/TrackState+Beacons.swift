internal import FeatureKit

extension TrackState {
    /// What was heard of a beacon.
    struct Heard {
        let zone: Int
        let mode: Mode
        let sender: Sender
        let isSigned: Bool
        let address: String
        let ttl: Duration
        let temperature: Int?
    }

    /// Takes what a beacon said.
    mutating func hear(_ sighted: Sighted, at moment: Moment) -> Outcome {
        let isKnown = sighted.trust != .anyone
        return hear(
            Heard(
                zone: sighted.zone, mode: Mode(sighted.mode),
                sender: Sender(name: isKnown ? sighted.beacon ?? sighted.address : sighted.address, isKnown: isKnown),
                isSigned: sighted.trust == .signed, address: sighted.address, ttl: sighted.ttl,
                temperature: sighted.temperature),
            at: moment)
    }

    /// The same for whatever a beacon may say one day.
    mutating func hear(_ heard: Heard, at moment: Moment) -> Outcome {
        // What was on its way when the source stopped tells of a time before that.
        guard presence != .gone else { return Outcome() }
        var turn = begin(at: moment)
        lastHeard = moment
        let last = places[heard.zone]?.beacons.words[heard.sender]
        let mode = counted(heard, after: last, &turn)
        turn.outcome.isRefreshed = true
        guard makePlace(for: heard.zone, in: mode, byStranger: !heard.sender.isKnown, at: moment) else {
            return end(turn)
        }
        guard last != nil || makeRoom(for: heard, saying: mode, at: moment) else {
            forgetUnlessSpokenOf(heard.zone, at: moment)
            return end(turn)
        }
        let word = Word(
            mode: mode, isEvacuation: heard.mode == .evacuation, isSigned: heard.isSigned,
            temperature: heard.temperature, end: moment.advanced(by: heard.ttl + plan.hold),
            changed: last.flatMap { $0.mode == mode ? $0.changed : moment.uptime })
        if last == nil { senders += 1 }
        places[heard.zone]?.beacons.hear(word, from: heard.sender)
        places[heard.zone]?.goes = nil
        // Where there is no network the beacons said it, or staff, of whose word nothing is left.
        if !plan.hasNetwork { places[heard.zone]?.recalled = nil }
        wordsEnd = min(wordsEnd ?? word.end.uptime, word.end.uptime)
        leastSenders.note(SenderKey(zone: heard.zone, sender: heard.sender), Rank(heard.sender, word))
        decide(heard.zone, at: moment)
        return end(turn)
    }

    /// What a word counts as; an evacuation is told to whoever raises them.
    private mutating func counted(_ heard: Heard, after last: Word?, _ turn: inout Turn) -> Mode {
        let source = EvacuationClaim.Source.beacon(key: heard.sender.name, zone: heard.zone)
        guard heard.mode == .evacuation else {
            if heard.sender.isKnown, cleared.forget(source) { turn.outcome.forgotten.insert(source) }
            return heard.mode
        }
        let isNew = !(last?.isEvacuation ?? false)
        guard heard.sender.isKnown else {
            if isNew { turn.outcome.doubts.append(Doubt(address: heard.address, zone: heard.zone)) }
            return .unknown
        }
        guard !cleared.contains(source) else {
            cleared.goesOn(source)
            return .unknown
        }
        if isNew || (heard.isSigned && last?.isSigned == false) {
            turn.outcome.claims.append(
                EvacuationClaim(source: source, isSigned: heard.isSigned, zones: [heard.zone]))
        }
        return .evacuation
    }

    /// Has room for one more sender, for which a lesser word may have to give way.
    private mutating func makeRoom(for heard: Heard, saying mode: Mode, at moment: Moment) -> Bool {
        guard senders >= Self.mostSenders else { return true }
        displaced.senders += 1
        let newcomer = Rank(isKnown: heard.sender.isKnown, mode: mode, end: moment)
        guard let least = leastSender, least.rank.givesWay(to: newcomer) else { return false }
        places[least.key.zone]?.beacons.forget(least.key.sender)
        senders -= 1
        isOutOfSight(least.key.sender, least.key.zone, at: moment)
        decide(least.key.zone, at: moment)
        if least.key.zone != heard.zone { forgetUnlessSpokenOf(least.key.zone, at: moment) }
        return true
    }

    /// Whose word is missed least.
    private var leastSender: (key: SenderKey, rank: Rank)? {
        mutating get {
            while let first = leastSenders.first {
                let word = places[first.key.zone]?.beacons.words[first.key.sender]
                if word.map({ Rank(first.key.sender, $0) == first.rank }) ?? false { return first }
                leastSenders.dropFirst()
            }
            leastSenders.fill(
                places.flatMap { zone, place in
                    place.beacons.words.map { (SenderKey(zone: zone, sender: $0.key), Rank($0.key, $0.value)) }
                })
            return leastSenders.first
        }
    }

    /// A sender in a zone.
    struct SenderKey {
        let zone: Int
        let sender: Sender
    }

    /// How much a sender's word would be missed: strangers first, then by what they say, then by how long it counts.
    struct Rank: Comparable {
        let isKnown: Bool
        let mode: Mode
        let end: Moment

        static func < (left: Rank, right: Rank) -> Bool {
            if left.isKnown != right.isKnown { return right.isKnown }
            return (left.mode, left.end) < (right.mode, right.end)
        }

        /// Whether a newcomer, however long it counts, takes its place.
        func givesWay(to newcomer: Rank) -> Bool {
            isKnown == newcomer.isKnown ? mode <= newcomer.mode : newcomer.isKnown
        }
    }

    /// Takes the state of the feature that beacons are heard by.
    mutating func note(_ presence: Presence, at moment: Moment) -> Outcome {
        var turn = begin(at: moment)
        let isLost = presence == .gone || (presence == .coming && self.presence == .active)
        self.presence = presence
        guard isLost else { return end(turn) }
        turn.outcome.isRefreshed = true
        for (zone, place) in places where !place.beacons.words.isEmpty {
            for sender in place.beacons.words.keys { isOutOfSight(sender, zone, at: moment) }
            places[zone]?.beacons.forgetAll()
            decide(zone, at: moment)
            forgetUnlessSpokenOf(zone, at: moment)
        }
        (senders, wordsEnd) = (0, nil)
        return end(turn)
    }

    /// Forgets the words that have run out.
    mutating func forgetWords(at moment: Moment, _ turn: inout Turn) {
        wordsEnd = nil
        for zone in Array(places.keys) {
            guard let over = places[zone]?.beacons.forget(at: moment) else { continue }
            senders -= over.count
            for sender in over.keys where sender.isKnown {
                let source = EvacuationClaim.Source.beacon(key: sender.name, zone: zone)
                if cleared.forget(source) { turn.outcome.forgotten.insert(source) }
            }
            if let next = places[zone]?.beacons.nextEnd { wordsEnd = min(wordsEnd ?? next, next) }
            guard !over.isEmpty else { continue }
            decide(zone, at: moment)
            forgetUnlessSpokenOf(zone, at: moment)
        }
    }
}

extension TrackState.Rank {
    fileprivate init(_ sender: Sender, _ word: Word) {
        self.init(isKnown: sender.isKnown, mode: word.mode, end: word.end)
    }
}
