internal import FeatureKit

/// Which of those whom a listener hears is the nearest, without going to and fro between two; pure, time is an argument.
///
/// Who is the nearest remains so until another one is nearer by a margin for a while, or until it has fallen silent: then the
/// nearest of the others is at once. Time only goes on; who was heard before what has been decided is too late to change it.
struct Arbiter: Sendable {
    /// Somebody who is heard.
    struct Candidate: Sendable, Equatable {
        let who: Who
        let sender: Sender
        /// How much weaker than a metre away, in dB: less is nearer.
        var loss: Double
        var reach: Reach?
        /// When last.
        var heard: Duration
    }

    /// From when on who was the nearest; nobody where everybody is silent.
    struct Change: Sendable, Equatable {
        let nearest: Candidate?
        let since: Duration
    }

    private struct Rival: Sendable {
        var candidate: Candidate
        /// Since when it has been nearer than the nearest, by the margin.
        var leads: Duration?
        /// Whether that was heard twice: one loud signal alone is none of it.
        var isConfirmed = false
    }

    /// How many others are looked at; beyond it the furthest is left out until it is heard again.
    static let mostRivals = 31

    private let settings: BLE.Nearness
    private(set) var nearest: Candidate?
    private(set) var since = Duration.zero
    private var rivals: [Rival] = []
    /// How far everything is decided.
    private(set) var now = Duration.zero
    /// When something may have to be decided, if nobody is heard before: never later than that.
    private(set) var due: Duration?
    /// How often somebody was left out.
    private(set) var leftOut: UInt64 = 0

    init(_ settings: BLE.Nearness) { self.settings = settings }

    /// Lets time pass.
    mutating func pass(to time: Duration, _ changes: inout [Change]) {
        while let due, due <= time { decide(at: max(due, now), &changes) }
        now = max(now, time)
    }

    /// Takes how near somebody is that was heard just now, or a while ago.
    mutating func hear(_ candidate: Candidate, _ changes: inout [Change]) {
        pass(to: candidate.heard, &changes)
        guard end(candidate) > now else { return }
        if let current = nearest, current.who == candidate.who {
            nearest = renewed(current, candidate)
            for place in rivals.indices { compare(place) }
        } else if nearest == nil {
            become(candidate, at: now, &changes)
            expect(end(candidate))
        } else if let place = place(of: candidate) {
            rivals[place].candidate = renewed(rivals[place].candidate, candidate)
            if rivals[place].leads != nil { rivals[place].isConfirmed = true }
            compare(place)
        }
        // Where nothing has to last, it is decided now.
        pass(to: now, &changes)
    }

    // MARK: - What happens when

    private func end(_ candidate: Candidate) -> Duration { candidate.heard + settings.silence }

    /// When a rival falls silent, or has been nearer for long enough.
    private func event(of rival: Rival) -> Duration {
        let end = end(rival.candidate)
        guard let leads = rival.leads, rival.isConfirmed || settings.hold == .zero else { return end }
        return min(end, leads + settings.hold)
    }

    private mutating func decide(at time: Duration, _ changes: inout [Change]) {
        now = time
        defer {
            due = nearest.map(end)
            for rival in rivals { expect(event(of: rival)) }
        }
        rivals.removeAll { [settings] in $0.candidate.heard + settings.silence <= time }
        let heir: Int?
        if let current = nearest, end(current) <= time {
            heir = rivals.indices.min { rivals[$0].candidate.loss < rivals[$1].candidate.loss }
            nearest = nil
            guard heir != nil else {
                since = time
                return changes.append(Change(nearest: nil, since: time))
            }
        } else {
            heir = rivals.indices.filter { event(of: rivals[$0]) <= time }
                .min { rivals[$0].candidate.loss < rivals[$1].candidate.loss }
        }
        guard let heir else { return }
        let next = rivals.remove(at: heir).candidate
        let former = nearest
        become(next, at: time, &changes)
        if let former { rivals.append(Rival(candidate: former)) }
        for place in rivals.indices { compare(place) }
    }

    private mutating func expect(_ time: Duration) { due = due.map { min($0, time) } ?? time }

    private mutating func become(_ candidate: Candidate, at time: Duration, _ changes: inout [Change]) {
        nearest = candidate
        since = time
        for place in rivals.indices { rivals[place].leads = nil }
        changes.append(Change(nearest: candidate, since: time))
    }

    // MARK: - Rivals

    /// Where somebody stands; a new one has a place where one is free, or is nearer than the furthest.
    private mutating func place(of candidate: Candidate) -> Int? {
        if let known = rivals.firstIndex(where: { $0.candidate.who == candidate.who }) { return known }
        if rivals.count >= Self.mostRivals {
            leftOut += 1
            guard let furthest = rivals.indices.max(by: { rivals[$0].candidate.loss < rivals[$1].candidate.loss }),
                candidate.loss < rivals[furthest].candidate.loss
            else { return nil }
            rivals.remove(at: furthest)
        }
        rivals.append(Rival(candidate: candidate))
        return rivals.count - 1
    }

    /// Who was heard again; what was heard late is no later than what was heard before.
    private func renewed(_ known: Candidate, _ candidate: Candidate) -> Candidate {
        var candidate = candidate
        candidate.heard = max(known.heard, candidate.heard)
        return candidate
    }

    private mutating func compare(_ place: Int) {
        guard let nearest else { return }
        let lead = nearest.loss - rivals[place].candidate.loss
        if lead <= 0 || lead < settings.margin {
            rivals[place].leads = nil
        } else if rivals[place].leads == nil {
            (rivals[place].leads, rivals[place].isConfirmed) = (now, false)
        }
        expect(event(of: rivals[place]))
    }
}

/// Somebody who is heard: a known beacon whatever address it has, or else an address that speaks of a zone.
enum Who: Hashable, Sendable {
    case beacon(String)
    case sender(Sender)
}

/// Whom a word came from, as far as radio tells.
struct Sender: Hashable, Sendable {
    let address: Advertisement.Address
    let zone: UInt16
}
