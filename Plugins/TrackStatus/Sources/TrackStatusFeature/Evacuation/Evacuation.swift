internal import FeatureKit

/// Decides what becomes of an evacuation: who has raised it, who has confirmed it, and whether it is cleared.
///
/// It is pure: time is an argument, and so is chance.
struct Evacuation {
    /// One that holds.
    struct Standing: Equatable {
        let since: Timestamp
        var extent: Extent
        var isConfirmed: Bool
        var message: String?
        var route: String?
        /// Who raised it first, in words.
        let by: String
        /// The first beacon that signed what it said; a second one confirms.
        var signer: String?
    }

    /// The time between the first step and the second.
    struct Clearing: Equatable {
        let by: String
        let word: String
        let began: Moment
        let until: Moment
        /// How many wrong words were typed.
        var wrong = 0
        /// Whether the second step is taken, and has only to be written down.
        var isEnding = false

        func isSame(as other: Clearing) -> Bool { (word, began) == (other.word, other.began) }
    }

    /// The last one that was cleared, so that whoever asks again is answered as before.
    struct Cleared: Equatable {
        let at: Timestamp
        let by: String
        let word: String
    }

    /// What a change is to others.
    struct Change: OptionSet {
        let rawValue: Int
        /// People see it: it is to be told, once it is kept.
        static let isSeen = Change(rawValue: 1)
        /// It has to be kept.
        static let isKept = Change(rawValue: 2)
        /// It ended a clearing.
        static let endedClearing = Change(rawValue: 4)

        init(rawValue: Int) { self.rawValue = rawValue }

        init(isSame: Bool) { self = isSame ? [] : [.isSeen, .isKept] }
    }

    /// So many wrong words, and the clearing is over.
    static let mostWrong = 5

    private(set) var standing: Standing?
    private(set) var clearing: Clearing?
    private(set) var cleared: Cleared?
    /// Who goes on to say what was cleared.
    private(set) var silenced: Set<EvacuationClaim.Source> = []

    /// When something of it ends though nobody says anything.
    var nextEnd: Duration? { clearing.flatMap { $0.isEnding ? nil : $0.until.uptime } }

    // MARK: - Raising

    /// Takes what a beacon or the network began to say.
    mutating func hear(_ claim: EvacuationClaim, at moment: Moment) -> Change {
        let before = standing
        let extent = Extent(zones: claim.zones)
        var next =
            before ?? Standing(since: moment.wall, extent: extent, isConfirmed: false, by: claim.source.description)
        next.extent = next.extent.joined(with: extent)
        // Staff's words stay; a source's are for whom nobody else has any.
        next.message = next.message ?? claim.message
        next.route = next.route ?? claim.route
        switch claim.source {
        case .network: next.isConfirmed = true
        case .beacon(let key, _) where claim.isSigned:
            if let signer = next.signer, signer != key { next.isConfirmed = true }
            next.signer = next.signer ?? key
        case .beacon: break
        }
        standing = next
        cleared = nil
        return Change(isSame: next == before).union(endClearing())
    }

    /// Takes what staff says: the message and the route stay where nothing is said of them.
    mutating func raise(
        _ extent: Extent, message: String?, route: String?, by person: String, at moment: Moment
    ) -> Change {
        let before = standing
        var next = before ?? Standing(since: moment.wall, extent: extent, isConfirmed: true, by: person)
        next.extent = next.extent.joined(with: extent)
        next.isConfirmed = true
        next.message = message ?? next.message
        next.route = route ?? next.route
        standing = next
        cleared = nil
        return Change(isSame: next == before).union(endClearing())
    }

    /// Takes that staff has seen it, too.
    mutating func confirm() throws(RouteError) -> Change {
        guard let before = standing else { throw .noEvacuation }
        standing?.isConfirmed = true
        return Change(isSame: before.isConfirmed).union(endClearing())
    }

    private mutating func endClearing() -> Change {
        guard clearing != nil else { return [] }
        clearing = nil
        return [.isSeen, .endedClearing]
    }

    /// Notes that somebody who was silenced says something else by now, or nothing for too long.
    mutating func forget(_ sources: Set<EvacuationClaim.Source>) -> Change {
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

    /// Takes the first step; asked again by the same person it is the same one.
    ///
    /// - Parameter word: Makes the word that has to be typed.
    mutating func beginClearing(
        by person: String, within time: Duration, at moment: Moment, word: () -> String
    ) throws(RouteError) -> (Clearing, Change) {
        guard standing != nil else { throw .noEvacuation }
        if let clearing, clearing.isEnding || moment < clearing.until {
            guard clearing.by == person else { throw .clearingAlready(by: clearing.by, until: clearing.until.wall) }
            return (clearing, [])
        }
        let clearing = Clearing(by: person, word: word(), began: moment, until: moment.advanced(by: time))
        self.clearing = clearing
        return (clearing, .isSeen)
    }

    /// What the second step comes to.
    enum SecondStep: Equatable {
        /// It has to be kept, and is done then.
        case isToBeKept
        /// It was done before.
        case isDone
    }

    /// Takes the second step, as far as it depends on nobody else.
    mutating func endClearing(
        by person: String, typing word: String, twoPeople: Bool, at moment: Moment
    ) throws(RouteError) -> SecondStep {
        guard standing != nil else {
            guard let cleared, cleared.by == person, ClearingWord.isSame(word, as: cleared.word) else {
                throw .noEvacuation
            }
            return .isDone
        }
        guard let clearing, clearing.isEnding || moment < clearing.until else { throw .noClearing }
        guard !twoPeople || clearing.by != person else { throw .anotherPerson }
        guard ClearingWord.isSame(word, as: clearing.word) else {
            guard !clearing.isEnding else { throw .wrongWord(left: nil) }
            self.clearing?.wrong += 1
            let left = Self.mostWrong - clearing.wrong - 1
            if left == 0 { self.clearing = nil }
            throw .wrongWord(left: left)
        }
        self.clearing?.isEnding = true
        return .isToBeKept
    }

    /// As it is to be kept once the second step is done, and holds from the moment at which it lies there.
    ///
    /// - Parameter claiming: Who says that there is one: saying it once more raises nothing.
    func afterClearing(
        by person: String, silencing claiming: Set<EvacuationClaim.Source>, at moment: Moment
    ) -> Evacuation {
        var next = Evacuation()
        next.cleared = Cleared(at: moment.wall, by: person, word: clearing?.word ?? "")
        next.silenced = silenced.union(claiming)
        return next
    }

    /// Does what was kept, unless it was raised anew while it was being written.
    ///
    /// - Returns: Whether it is cleared.
    mutating func finish(
        _ ended: Clearing, by person: String, silencing claiming: Set<EvacuationClaim.Source>, at moment: Moment
    ) -> Bool {
        guard let clearing, clearing.isEnding, clearing.isSame(as: ended) else { return false }
        self = afterClearing(by: person, silencing: claiming, at: moment)
        return true
    }

    /// Gives the second step back, which could not be kept.
    mutating func fail(_ ended: Clearing) {
        if let clearing, clearing.isSame(as: ended) { self.clearing?.isEnding = false }
    }

    // MARK: - What is kept

    /// Takes what lay in the store, beside what was raised since.
    mutating func recall(_ standing: Standing?, _ cleared: Cleared?, _ silenced: Set<EvacuationClaim.Source>) {
        self.silenced.formUnion(silenced)
        guard let standing else {
            if self.standing == nil { self.cleared = cleared }
            return
        }
        guard let now = self.standing else {
            self.standing = standing
            return
        }
        self.standing = Standing(
            since: min(standing.since, now.since), extent: standing.extent.joined(with: now.extent),
            isConfirmed: standing.isConfirmed || now.isConfirmed, message: now.message ?? standing.message,
            route: now.route ?? standing.route, by: standing.by, signer: now.signer ?? standing.signer)
    }
}

extension EvacuationClaim.Source: CustomStringConvertible {
    /// Who that is, for people.
    var description: String {
        switch self {
        case .beacon(let key, _): "beacon \(key)"
        case .network: "network"
        }
    }
}
