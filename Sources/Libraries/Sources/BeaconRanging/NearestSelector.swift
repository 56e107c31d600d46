internal import FeatureKit

/// Picks a listener's nearest beacon, with hysteresis; the time is an argument.
///
/// The nearest stays so until another is nearer by a margin for a while, or until it has fallen silent; then the nearest
/// of the others takes its place at once. What was heard before something that was decided changes nothing.
struct NearestSelector: Sendable {
    /// Which beacon is the nearest from when on; nil where all are silent.
    struct Decision: Sendable, Equatable {
        let nearest: Candidate?
        let isLocked: Bool
        let since: Duration
    }

    private struct Rival: Sendable {
        var candidate: Candidate
        /// Since when it has been nearer than the nearest, by the margin.
        var leads: Duration?
        /// Whether that was heard twice, since one loud signal alone does not count.
        var isConfirmed = false
    }

    /// How many others are compared; beyond that the furthest is left out until it is heard again.
    static let mostRivals = 31

    private let settings: NearestSettings
    private(set) var nearest: Candidate?
    /// Whether the nearest is locked, which it is until it is twice as far away as the lock.
    private(set) var isLocked = false
    private(set) var since = Duration.zero
    private var rivals: [Rival] = []
    /// Up to when everything is decided.
    private(set) var now = Duration.zero
    /// When something may have to be decided, if nothing is heard before.
    private(set) var due: Duration?
    /// How often a candidate was left out.
    private(set) var leftOut: UInt64 = 0

    init(_ settings: NearestSettings) { self.settings = settings }

    /// Lets time pass.
    mutating func pass(to time: Duration, _ decisions: inout [Decision]) {
        while let due, due <= time { decide(at: max(due, now), &decisions) }
        now = max(now, time)
    }

    /// Takes how near a candidate is that was heard just now, or a while ago.
    mutating func hear(_ candidate: Candidate, _ decisions: inout [Decision]) {
        pass(to: candidate.heard, &decisions)
        guard end(candidate) > now else { return }
        if let current = nearest, current.id == candidate.id {
            nearest = renewed(current, candidate)
            let isStillLocked = isWithin(isLocked ? settings.lock * 2 : settings.lock, candidate)
            if isLocked != isStillLocked {
                isLocked = isStillLocked
                appendDecision(&decisions)
            }
            for place in rivals.indices { compare(place) }
        } else if nearest == nil {
            become(candidate, at: now, &decisions)
            expect(end(candidate))
        } else if let place = place(of: candidate) {
            rivals[place].candidate = renewed(rivals[place].candidate, candidate)
            if rivals[place].leads != nil { rivals[place].isConfirmed = true }
            compare(place)
        }
        // Where nothing has to last, it is decided now.
        pass(to: now, &decisions)
    }

    // MARK: - What happens when

    private func end(_ candidate: Candidate) -> Duration { candidate.heard + settings.silence }

    /// When a rival falls silent, or has been nearer for long enough.
    private func event(of rival: Rival) -> Duration {
        let end = end(rival.candidate)
        guard let leads = rival.leads, rival.isConfirmed || settings.hold == .zero else { return end }
        return min(end, leads + settings.hold)
    }

    private mutating func decide(at time: Duration, _ decisions: inout [Decision]) {
        now = time
        defer {
            due = nearest.map(end)
            for rival in rivals { expect(event(of: rival)) }
        }
        rivals.removeAll { [settings] in $0.candidate.heard + settings.silence <= time }
        let successors: [Int]
        if let current = nearest, end(current) <= time {
            successors = Array(rivals.indices)
            nearest = nil
        } else {
            successors = rivals.indices.filter { event(of: rivals[$0]) <= time }
        }
        guard let successor = successors.min(by: { rivals[$0].candidate.loss < rivals[$1].candidate.loss }) else {
            if nearest == nil {
                (since, isLocked) = (time, false)
                appendDecision(&decisions)
            }
            return
        }
        let previous = nearest
        become(rivals.remove(at: successor).candidate, at: time, &decisions)
        if let previous { rivals.append(Rival(candidate: previous)) }
        for place in rivals.indices { compare(place) }
    }

    private mutating func expect(_ time: Duration) { due = due.map { min($0, time) } ?? time }

    private mutating func become(_ candidate: Candidate, at time: Duration, _ decisions: inout [Decision]) {
        (nearest, since, isLocked) = (candidate, time, isWithin(settings.lock, candidate))
        for place in rivals.indices { rivals[place].leads = nil }
        appendDecision(&decisions)
    }

    private func appendDecision(_ decisions: inout [Decision]) {
        decisions.append(Decision(nearest: nearest, isLocked: isLocked, since: since))
    }

    private func isWithin(_ metres: Double, _ candidate: Candidate) -> Bool {
        candidate.distance.map { $0.metres < metres } ?? false
    }

    // MARK: - Rivals

    /// The place of a candidate; a new one gets one where one is free, or it is nearer than the furthest.
    private mutating func place(of candidate: Candidate) -> Int? {
        if let known = rivals.firstIndex(where: { $0.candidate.id == candidate.id }) { return known }
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

    /// A candidate that was heard again; one that was heard late counts as heard when it was heard last.
    private func renewed(_ known: Candidate, _ candidate: Candidate) -> Candidate {
        var candidate = candidate
        candidate.heard = max(known.heard, candidate.heard)
        return candidate
    }

    private mutating func compare(_ place: Int) {
        guard let nearest else { return }
        let lead = nearest.loss - rivals[place].candidate.loss
        if lead <= 0 || lead < settings.margin || isLocked && !isWithin(settings.lock, rivals[place].candidate) {
            rivals[place].leads = nil
        } else if rivals[place].leads == nil {
            (rivals[place].leads, rivals[place].isConfirmed) = (now, false)
        }
        expect(event(of: rivals[place]))
    }
}
