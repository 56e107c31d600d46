internal import Codes
internal import FeatureKit

/// Decides who has raised an evacuation, whether it is confirmed and whether it is cleared; pure, with time and chance as
/// arguments.
struct Evacuation {
    /// One that holds, as it is stored.
    @Record struct Current: Equatable {
        /// Since when it holds.
        var since: Timestamp
        /// Whether more than a beacon reports it.
        var confirmed: Bool
        /// Where; empty for everywhere.
        @In(0...65_535) @Count(0...1_024) var zones: [Int]
        /// What people are told.
        @Text(1...500) var message: String?
        /// The way out.
        @Text(1...200) var route: String?
        /// Who raised it first.
        @Text(1...200) var by: String
        /// The first beacon that signed its report; a second one confirms.
        @Text(1...64) var signer: String?

        /// More zones than that are everywhere.
        static let mostZones = 1_024

        /// It only grows; only clearing takes a zone back.
        mutating func extend(to more: some Collection<Int>) {
            let all = Set(zones).union(more)
            zones = zones.isEmpty || more.isEmpty || all.count > Self.mostZones ? [] : all.sorted()
        }
    }

    /// The time between the first step of clearing and the second.
    struct Clearing: Equatable {
        let by: String
        let word: String
        let began: Moment
        let until: Moment
        /// How many wrong words were typed.
        var wrong = 0
        /// Whether the second step is taken, and has only to be stored.
        var isEnding = false

        func isSame(as other: Clearing) -> Bool { (word, began) == (other.word, other.began) }
    }

    /// The last one that was cleared, so that a second request gets the same reply.
    @Record struct Cleared: Equatable {
        /// When it was cleared.
        var at: Timestamp
        /// Who cleared it.
        @Text(1...200) var by: String
        /// The word that was typed.
        @Text(0...64) var word: String
    }

    /// What a change is to others.
    struct Change: OptionSet {
        let rawValue: Int
        /// People see it, once it is stored.
        static let isSeen = Change(rawValue: 1)
        /// It has to be stored.
        static let isKept = Change(rawValue: 2)
        /// It ended a clearing.
        static let endedClearing = Change(rawValue: 4)
    }

    /// So many wrong words end a clearing.
    static let mostWrong = 5

    private(set) var current: Current?
    private(set) var clearing: Clearing?
    private(set) var cleared: Cleared?
    /// Whose report was cleared and goes on.
    private(set) var silenced: Set<ClaimSource> = []

    /// When a clearing ends by itself.
    var nextEnd: Duration? { clearing.flatMap { $0.isEnding ? nil : $0.until.uptime } }

    // MARK: - Raising

    /// Takes what a beacon or the network began to report.
    mutating func hear(_ claim: EvacuationClaim, at moment: Moment) -> Change {
        var next = next(claim.zones, by: claim.source.words, isConfirmed: false, at: moment)
        // Staff's words stay; a source's are for when nobody else has any.
        next.message = next.message ?? claim.message
        next.route = next.route ?? claim.route
        if let beacon = claim.source.beacon, claim.isSigned {
            if let signer = next.signer, signer != beacon { next.confirmed = true }
            next.signer = next.signer ?? beacon
        }
        if claim.source.beacon == nil { next.confirmed = true }
        return stand(next)
    }

    /// Takes what staff say: message and route stay where they say nothing of them.
    mutating func raise(
        _ zones: some Collection<Int>, message: String?, route: String?, by person: String, at moment: Moment
    ) -> Change {
        var next = next(zones, by: person, isConfirmed: true, at: moment)
        next.confirmed = true
        next.message = message ?? next.message
        next.route = route ?? next.route
        return stand(next)
    }

    private func next(
        _ zones: some Collection<Int>, by: String, isConfirmed: Bool, at moment: Moment
    ) -> Current {
        var next =
            current
            ?? Current(since: moment.wall, confirmed: isConfirmed, zones: Set(zones).sorted(), by: by)
        next.extend(to: zones)
        return next
    }

    private mutating func stand(_ next: Current) -> Change {
        let isSame = next == current
        (current, cleared) = (next, nil)
        return Change(isSame ? [] : [.isSeen, .isKept]).union(endClearing())
    }

    /// Takes that staff see it, too.
    mutating func confirm() throws(TrackRefusal) -> Change {
        guard var next = current else { throw .noEvacuation }
        next.confirmed = true
        return stand(next)
    }

    private mutating func endClearing() -> Change {
        guard clearing != nil else { return [] }
        clearing = nil
        return [.isSeen, .endedClearing]
    }

    /// Takes whose cleared report has ended.
    mutating func forget(_ sources: Set<ClaimSource>) -> Change {
        let before = silenced.count
        silenced.subtract(sources)
        return silenced.count == before ? [] : .isKept
    }

    /// Takes the time.
    mutating func look(at moment: Moment) -> Change {
        guard let clearing, !clearing.isEnding, clearing.until <= moment else { return [] }
        return endClearing()
    }

    // MARK: - Clearing

    /// Takes the first step; the same person who asks again gets the same word.
    mutating func beginClearing(
        by person: String, within time: Duration, at moment: Moment, word: () -> String
    ) throws(TrackRefusal) -> (Clearing, Change) {
        guard current != nil else { throw .noEvacuation }
        if let clearing, clearing.isEnding || moment < clearing.until {
            guard clearing.by == person else { throw .clearingAlready(by: clearing.by, until: clearing.until.wall) }
            return (clearing, [])
        }
        let clearing = Clearing(by: person, word: word(), began: moment, until: moment.advanced(by: time))
        self.clearing = clearing
        return (clearing, .isSeen)
    }

    /// Takes the second step; it counts once it is stored.
    ///
    /// - Returns: What is to be stored; nil where this person has cleared it already.
    mutating func endClearing(
        by person: String, typing word: String, twoPeople: Bool, at moment: Moment
    ) throws(TrackRefusal) -> Clearing? {
        guard current != nil else {
            guard let cleared, cleared.by == person, SpokenCode.matches(word, cleared.word) else {
                throw .noEvacuation
            }
            return nil
        }
        guard var clearing, clearing.isEnding || moment < clearing.until else { throw .noClearing }
        guard !twoPeople || clearing.by != person else { throw .anotherPerson }
        guard SpokenCode.matches(word, clearing.word) else {
            // What is being stored is not ended by a wrong word any more.
            if !clearing.isEnding { clearing.wrong += 1 }
            let left = Self.mostWrong - clearing.wrong
            self.clearing = left > 0 ? clearing : nil
            throw .wrongWord(left: left)
        }
        clearing.isEnding = true
        self.clearing = clearing
        return clearing
    }

    /// As it is once the second step is stored; repeating what was reported raises nothing.
    func afterClearing(by person: String, silencing sources: Set<ClaimSource>, at moment: Moment) -> Evacuation {
        var next = Evacuation()
        next.cleared = Cleared(at: moment.wall, by: person, word: clearing?.word ?? "")
        next.silenced = silenced.union(sources)
        return next
    }

    /// Clears it, unless it was raised once more while that was being stored; whether it is cleared.
    mutating func finish(
        _ ended: Clearing, by person: String, silencing sources: Set<ClaimSource>, at moment: Moment
    ) -> Bool {
        guard let clearing, clearing.isEnding, clearing.isSame(as: ended) else { return false }
        self = afterClearing(by: person, silencing: sources, at: moment)
        return true
    }

    /// Takes the second step back, which could not be stored.
    mutating func fail(_ ended: Clearing) {
        if let clearing, clearing.isSame(as: ended) { self.clearing?.isEnding = false }
    }

    /// Takes what was stored, beside what was raised since.
    mutating func restore(_ kept: Current?, _ cleared: Cleared?, _ silenced: [ClaimSource]) {
        self.silenced.formUnion(silenced)
        guard var stored = kept else {
            if self.current == nil { self.cleared = cleared }
            return
        }
        if let now = self.current {
            stored.extend(to: now.zones)
            stored.since = min(stored.since, now.since)
            stored.confirmed = stored.confirmed || now.confirmed
            stored.message = now.message ?? stored.message
            stored.route = now.route ?? stored.route
            stored.signer = now.signer ?? stored.signer
        }
        self.current = stored
    }
}
