internal import Codes
internal import FeatureKit

/// Decides who has raised an evacuation, whether it is confirmed and whether it is cleared; pure, with time and chance as
/// arguments.
struct Evacuation: Equatable {
    /// The time between the first step of clearing and the second.
    struct Clearing: Equatable {
        let by: String
        let word: String
        let began: Moment
        let until: Moment
        /// How many wrong words were typed.
        var wrong = 0
        /// Who has taken the second step, and why; it has only to be stored.
        var ender: String?
        var reason: String?

        var isEnding: Bool { ender != nil }

        func isSame(as other: Clearing) -> Bool { (word, began) == (other.word, other.began) }
    }

    /// So many wrong words end a clearing.
    static let mostWrong = 5

    private(set) var current: Status.Evacuation?
    private(set) var clearing: Clearing?
    /// The word that cleared the last one, so that a second request gets the same reply.
    private(set) var cleared: String?

    /// When a clearing ends by itself.
    var nextEnd: Duration? { clearing.flatMap { $0.isEnding ? nil : $0.until.uptime } }

    // MARK: - Raising

    /// Takes what a beacon or the network began to report.
    mutating func hear(_ claim: EvacuationClaim, at moment: Moment) {
        raise(claim.zones, at: moment) { next in
            // Staff's words stay; a source's are for when nobody else has any.
            next.message = next.message ?? claim.message
            next.route = next.route ?? claim.route
            if let beacon = claim.source.beacon, claim.isSigned {
                if let signer = next.signer, signer != beacon { next.confirmed = true }
                next.signer = next.signer ?? beacon
            }
            if claim.source.beacon == nil { next.confirmed = true }
        }
    }

    /// Takes what staff say: message and route stay where they say nothing of them.
    mutating func raise(_ zones: [Int], message: String?, route: String?, at moment: Moment) {
        raise(zones, at: moment) { next in
            next.confirmed = true
            next.message = message ?? next.message
            next.route = route ?? next.route
        }
    }

    /// Raising it again ends a clearing.
    private mutating func raise(
        _ zones: some Collection<Int>, at moment: Moment, _ change: (inout Status.Evacuation) -> Void
    ) {
        var next = current ?? Status.Evacuation(confirmed: false, since: moment.wall, zones: Set(zones).sorted())
        next.extend(to: zones)
        change(&next)
        (current, clearing, cleared) = (next, nil, nil)
    }

    /// Takes that staff see it, too.
    mutating func confirm() throws(TrackRefusal) {
        guard current != nil else { throw .noEvacuation }
        current?.confirmed = true
        clearing = nil
    }

    /// Takes the time.
    mutating func look(at moment: Moment) {
        if let nextEnd, nextEnd <= moment.uptime { clearing = nil }
    }

    // MARK: - Clearing

    /// Takes the first step; the same person who asks again gets the same word.
    mutating func beginClearing(
        by person: String, within time: Duration, at moment: Moment, word: () -> String
    ) throws(TrackRefusal) -> Clearing {
        guard current != nil else { throw .noEvacuation }
        if let clearing, clearing.isEnding || moment < clearing.until {
            guard clearing.by == person else { throw .clearingAlready(by: clearing.by, until: clearing.until.wall) }
            return clearing
        }
        let clearing = Clearing(by: person, word: word(), began: moment, until: moment.advanced(by: time))
        self.clearing = clearing
        return clearing
    }

    /// Takes the second step; it counts once it is stored.
    ///
    /// - Returns: What is to be stored; nil where it is cleared already.
    mutating func endClearing(
        by person: String, _ reason: String? = nil, typing word: String, twoPeople: Bool, at moment: Moment
    ) throws(TrackRefusal) -> Clearing? {
        guard current != nil else {
            guard let cleared, SpokenCode.matches(word, cleared) else { throw .noEvacuation }
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
        if !clearing.isEnding { (clearing.ender, clearing.reason) = (person, reason) }
        self.clearing = clearing
        return clearing
    }

    /// Takes whether the second step was stored; whether that clears it, since it may have been raised once more meanwhile.
    mutating func wrote(_ ended: Clearing, isDone: Bool) -> Bool {
        guard let clearing, clearing.isSame(as: ended) else { return false }
        if isDone { (current, self.clearing, cleared) = (nil, nil, ended.word) }
        self.clearing?.ender = nil
        return isDone
    }

    /// Takes what was stored, beside what was raised since.
    mutating func restore(_ stored: Status.Evacuation?, _ cleared: String?) {
        guard let now = current else { return (current, self.cleared) = (stored, cleared) }
        guard var all = stored else { return }
        all.extend(to: now.zones)
        all.since = min(all.since, now.since)
        all.confirmed = all.confirmed || now.confirmed
        all.message = now.message ?? all.message
        all.route = now.route ?? all.route
        all.signer = now.signer ?? all.signer
        current = all
    }
}
