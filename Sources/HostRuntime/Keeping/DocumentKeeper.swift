@_spi(Hosting) package import FeatureKit
package import HostConfig
internal import HostSystem

/// Keeps what runs as documents and operators say: reads, checks all of it, plans, keeps it, and only then touches
/// anything.
package actor DocumentKeeper {
    /// Looks at features.
    package typealias LookAround =
        @Sendable (
            _ folders: [String], _ opening: Set<String>, _ ways: [String: RunWay], _ chosen: [String]
        ) async -> Survey

    /// What became of one reading.
    package enum Outcome: String, Sendable {
        case applied
        /// The same as before.
        case unchanged
        /// Something is wrong with it; what runs stays as it was.
        case refused
    }

    let path: String
    let registry: FeatureRegistry
    let store: JournalStore
    /// Where is written down what counts, and who wanted it.
    package nonisolated let audit: AuditLog
    /// The units that features were replaced by.
    nonisolated let units: UnitCopies
    /// The features that are being replaced, with the copies that they are replaced by.
    var replacing: [String: UnitName?] = [:]
    package nonisolated let flags: FlagKeeper
    nonisolated let follower: SourceFollower
    nonisolated let log: Log
    nonisolated let clock: any ClockSource
    let news: ConfigNews
    let survey: LookAround
    let open: @Sendable (CheckedDocument) throws -> Void
    private let apply: @Sendable (Orders) -> Void
    /// What counts, as it was written; before the first document what counted when an earlier host ended.
    var content: RevisionContent
    /// Whether anything could be kept so far.
    var hasKept = false
    /// Whether the disk is behind what counts, since it could not be written to.
    var isUnkept: Bool {
        get { standing.isUnkept }
        set { posted.withLock { $0.standing.isUnkept = newValue } }
    }
    /// What counts and has no record yet, since the disk is behind it.
    var unrecorded: [AuditEntry] = []
    /// Whether all that an earlier host left has a record.
    var hasCaughtUp = false
    /// What counts and still has to prove itself.
    var trial: Trial?
    /// What was last told of flags that were refused while the document counts.
    var flagErrors: [Diagnostic] = []
    /// The last revision of an earlier host; 0 where there was none.
    nonisolated let inherited: Int
    /// What operators had said to an earlier host; they count from the first document on.
    private let formerOverrides: Overrides
    /// What is told of overrides, and when the next one lapses.
    var overrideWatch = OverrideWatch()
    /// The documents that were read last in this turn.
    private var lastRead: HostDocument?
    private let mutex = AsyncMutex()
    /// Trials that have to be followed; a newer one takes over what an older one had to prove.
    nonisolated let trials: AsyncStream<Trial>
    let begin: AsyncStream<Trial>.Continuation
    nonisolated let posted = Lock(Posted())

    /// What others may look at without waiting.
    struct Posted {
        var orders: Orders?
        /// The revision that the orders carry out.
        var counting: Int?
        var journal = Journal()
        var standing = ConfigStanding()
        var isClosed = false
        /// Raised when what waits for a time changes.
        var deadlines = Signal()
    }

    /// - Parameters:
    ///   - path: The document, or the folder of documents.
    ///   - state: The host's own folder, where revisions are kept; read at once, and what is wrong with it is told.
    ///   - board: Where the flags are put that count.
    ///   - bus: Where refusals are published.
    ///   - ask: Asks addresses.
    ///   - units: The units that features were replaced by.
    ///   - audit: Where changes are written down; in the host's own folder unless told.
    ///   - survey: Looks at the features in the document's folders, and opens some of them, or has workers open them.
    ///   - registry: Who runs them.
    ///   - log: Where problems are told.
    ///   - open: Takes the first document that is fine, before anything starts; what it throws refuses the document.
    ///   - apply: Takes what is not the registry's, such as log levels.
    package init(
        path: String, state: String, board: FlagBoard, bus: BusCore, registry: FeatureRegistry, log: Log,
        clock: any ClockSource = SystemClock(), ask: @escaping AddressAnswer.Ask = AddressAnswer.overNetwork,
        units: UnitCopies? = nil, audit: AuditLog? = nil, survey: @escaping LookAround,
        open: @escaping @Sendable (CheckedDocument) throws -> Void = { _ in },
        apply: @escaping @Sendable (Orders) -> Void
    ) throws {
        self.path = path
        store = JournalStore(folder: state)
        self.audit = audit ?? AuditLog(state: state, clock: clock, log: log)
        self.units = units ?? UnitCopies(state: state, finder: UnitFinder(program: ""))
        follower = SourceFollower(clock: clock, log: log, ask: ask)
        flags = FlagKeeper(board: board, clock: clock, log: log, follower: follower)
        news = try ConfigNews(bus: bus, log: log)
        self.registry = registry
        self.log = log
        self.clock = clock
        self.survey = survey
        self.open = open
        self.apply = apply
        (trials, begin) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let found = store.read()
        content = found.content ?? RevisionContent()
        inherited = found.journal.last?.number ?? 0
        posted.withLock { posted in
            posted.journal = found.journal
            // What stood in for sources is gone, so that they count again.
            if found.revision != found.journal.last?.number { posted.journal.aside = [:] }
            posted.standing.damages = found.problems.count
        }
        for problem in found.problems { log.error(problem) }
        let overrides = Overrides(of: content, log)
        formerOverrides = overrides.lasting(at: clock.now)
        for override in overrides.lapsed(at: clock.now) where override.target.kind != .featureUnit {
            log.tellLapsed(override)
        }
    }

    /// What counts now; nil before the first document does.
    package nonisolated var orders: Orders? { posted.withLock { $0.orders } }

    /// The number of the revision that counts; nil before the first document does.
    ///
    /// Whoever looks at this before at anything else is never told a revision later than what they see of it.
    package nonisolated var counting: Int? { posted.withLock { $0.counting } }

    /// What the host remembers of its configuration.
    package nonisolated var journal: Journal { posted.withLock { $0.journal } }

    /// How what counts stands to what its sources say.
    package nonisolated var standing: ConfigStanding { posted.withLock { $0.standing } }

    /// Whether what lies there is not what counts, because something is wrong with it.
    package nonisolated var isRefusing: Bool { standing.rejection != nil }

    /// How the sources beside the local documents do, in the order of the document.
    package nonisolated var sources: [SourceState] { follower.states.all }

    /// Whether the host stops, and nothing may be switched any more.
    package nonisolated var isClosed: Bool { posted.withLock { $0.isClosed } }

    /// Refuses changes from now on, because the host stops.
    package nonisolated func close() { posted.withLock { $0.isClosed = true } }

    /// What operators said; before the first document what they had said to an earlier host.
    var overrides: Overrides { orders?.overrides ?? formerOverrides }

    /// The folder from which relative paths start.
    nonisolated var folder: String { LocalSource.folder(of: path) }

    /// Does something once everything that was asked before is done, also where the task is cancelled.
    ///
    /// One after the other: reading waits for libraries and switching for the disk, and what is older must not be
    /// applied after what is newer. Two that build on the same journal would lose the revision of one of them.
    func inTurn<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await mutex.withLock { () async throws(Failure) in
            lastRead = nil
            return try await body()
        }
    }

    /// Reads documents; those that were read in this turn already are not read again, since large ones take a while.
    func document(_ layers: LayerTexts) -> HostDocument {
        let document = HostDocument(layers, folder: folder, reusing: lastRead)
        lastRead = document
        return document
    }

    /// Lets go of what was read, which takes more memory than all that counts.
    func forgetRead() { lastRead = nil }

    /// Goes by another journal from now on.
    func remember(_ journal: Journal) {
        posted.withLock { $0.journal = journal }
        wakeFollowers()
    }

    /// Has those look again who wait for a time.
    nonisolated func wakeFollowers() {
        let told = posted.withLock { posted in
            defer { posted.deadlines = Signal() }
            return posted.deadlines
        }
        told.raise()
    }

    /// Makes the host what the orders say.
    ///
    /// - Parameter successors: The features that run from another unit from now on.
    func carryOut(_ orders: Orders, takingOver successors: Set<String> = []) {
        // Who looks at anything that follows from these flags finds them.
        if let flags = orders.flags, flags.program !== self.flags.board.current.program { self.flags.board.post(flags) }
        let told = posted.withLock { posted -> Signal? in
            defer { (posted.orders, posted.counting) = (orders, posted.journal.last?.number) }
            guard posted.orders == nil else { return nil }
            // What an earlier host left waiting for a time has waited for these.
            defer { posted.deadlines = Signal() }
            return posted.deadlines
        }
        told?.raise()
        apply(orders)
        registry.know(orders.survey.rules, orders.survey.loaded, wanting: orders.wanted, takingOver: successors)
        noteOverrides(of: orders)
    }

    func tell(_ diagnostics: Diagnostics) {
        for diagnostic in diagnostics.list {
            switch diagnostic.severity {
            case .error: log.error(diagnostic.headline)
            case .warning: log.warning(diagnostic.headline)
            }
        }
        if diagnostics.dropped > 0 {
            log.error("more is wrong than is told; flagstand check says it too", [("more", "\(diagnostics.dropped)")])
        }
    }
}

extension Overrides {
    /// What operators had said when a revision counted; where that can't be read none counts, loudly.
    fileprivate init(of content: RevisionContent, _ log: Log) {
        self.init()
        guard content != RevisionContent() else { return }
        do throws(Illegible) { self = try Overrides(content.overrides) } catch {
            log.error("what operators overrode can't be read; none of it counts", [("because", "\(error)")])
        }
    }
}
