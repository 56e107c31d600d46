@_spi(Hosting) package import FeatureKit
package import HostConfig
internal import HostSystem

/// Applies what configuration files and operators say: reads and checks all of it, plans, writes it to disk, and only
/// then changes what runs.
package actor ConfigurationManager {
    /// Looks for modules in folders, and opens some of them.
    package typealias LookAround =
        @Sendable (
            _ folders: [String], _ opening: Set<String>, _ ways: [String: RunMode], _ chosen: [String]
        ) async -> Survey

    /// The outcome of one reading.
    package enum Outcome: String, Sendable {
        case applied
        /// Nothing differs from what is active.
        case unchanged
        /// The configuration has errors; what runs stays as it was.
        case refused
    }

    let path: String
    let registry: FeatureRegistry
    let store: JournalStore
    /// The audit log, in which every change is recorded.
    package nonisolated let audit: AuditLog
    /// The copies of the units that modules were replaced by.
    nonisolated let units: UnitCopies
    /// The modules that are being replaced, with the copies that replace them.
    var replacing: [String: UnitName?] = [:]
    package nonisolated let flags: FlagManager
    nonisolated let follower: SourceFollower
    nonisolated let log: Log
    nonisolated let clock: any ClockSource
    let news: RefusalPublisher
    let survey: LookAround
    let open: @Sendable (CheckedDocument) throws -> Void
    private let apply: @Sendable (Orders) -> Void
    /// The active configuration in its original text; before the first reading, the one that an earlier host left.
    package internal(set) var content: RevisionContent
    /// The last revision of an earlier host if its content is damaged; `content` is then that of an older one.
    nonisolated let damagedLast: Int?
    /// Whether anything could be written to disk so far.
    var hasKept = false
    /// Whether the active configuration is not on disk because it could not be written.
    var isUnkept: Bool {
        get { status.isUnkept }
        set { posted.withLock { $0.status.isUnkept = newValue } }
    }
    /// The entries of active changes that are not in the audit log yet, since their revisions are not on disk.
    var unrecorded: [AuditEntry] = []
    /// Whether every revision that an earlier host left has a record.
    var hasCaughtUp = false
    /// The active change that is still on trial.
    var trial: Trial?
    /// The errors in flags that were reported last.
    var flagErrors: [Diagnostic] = []
    /// The last revision of an earlier host; 0 where there was none.
    nonisolated let inherited: Int
    /// The overrides that an earlier host left; they apply from the first reading on.
    private let inheritedOverrides: Overrides
    /// What was reported about overrides, and a signal for when they change.
    var overrideWatch = OverrideWatch()
    /// The configuration that was parsed last in this turn.
    private var lastRead: HostDocument?
    private let mutex = AsyncMutex()
    /// The trials to follow; a newer one takes over the requirements of an older one.
    nonisolated let trials: AsyncStream<Trial>
    let begin: AsyncStream<Trial>.Continuation
    nonisolated let posted = Lock(Posted())

    /// What others may read without waiting.
    struct Posted {
        var orders: Orders?
        /// The revision that the orders belong to.
        var counting: Int?
        var journal = Journal()
        var status = ConfigurationStatus()
        var isClosed = false
        /// Raised when a deadline may have changed.
        var deadlines = Signal()
    }

    /// - Parameters:
    ///   - path: The configuration file, or the folder of several.
    ///   - state: The state folder with the revisions; it is read at once, and what is wrong with it is logged.
    ///   - board: Where the active flags are posted.
    ///   - bus: Where refusals are published.
    ///   - ask: Sends requests to addresses.
    ///   - units: The copies of the units that modules were replaced by.
    ///   - audit: The audit log; by default the one in the state folder.
    ///   - survey: Looks for modules in the configured folders, and opens some of them, itself or in workers.
    ///   - registry: Runs the modules.
    ///   - log: Where problems are logged.
    ///   - open: Gets the first valid configuration before anything starts, and refuses it by throwing.
    ///   - apply: Applies what the registry does not, such as log levels.
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
        flags = FlagManager(board: board, clock: clock, log: log, follower: follower)
        news = try RefusalPublisher(bus: bus, log: log)
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
        damagedLast = found.revision == found.journal.last?.number ? nil : found.journal.last?.number
        posted.withLock { posted in
            posted.journal = found.journal
            // The content that was to replace the sources is lost, so they are not ignored any more.
            if found.revision != found.journal.last?.number { posted.journal.aside = [:] }
            posted.status.damages = found.problems.count
        }
        for problem in found.problems { log.error(problem) }
        let overrides = Overrides(of: content, log)
        inheritedOverrides = overrides.lasting(at: clock.now)
        for override in overrides.lapsed(at: clock.now) where override.target.kind != .featureUnit {
            log.logExpired(override)
        }
    }

    /// The active orders; nil before the first configuration is active.
    package nonisolated var orders: Orders? { posted.withLock { $0.orders } }

    /// The number of the active revision; nil before the first configuration is active.
    ///
    /// A caller who reads this before other state never gets a number that is newer than the state.
    package nonisolated var counting: Int? { posted.withLock { $0.counting } }

    /// The revisions of the configuration, and what belongs to the last one.
    package nonisolated var journal: Journal { posted.withLock { $0.journal } }

    /// How the active configuration compares with its sources.
    package nonisolated var status: ConfigurationStatus { posted.withLock { $0.status } }

    /// Whether the current content of the sources was refused.
    package nonisolated var isRefusing: Bool { status.rejection != nil }

    /// The states of all sources but the local files, in the order in which the configuration names them.
    package nonisolated var sources: [SourceState] { follower.states.all }

    /// Whether the host is stopping and refuses changes.
    package nonisolated var isClosed: Bool { posted.withLock { $0.isClosed } }

    /// Refuses changes from now on, because the host is stopping.
    package nonisolated func close() { posted.withLock { $0.isClosed = true } }

    /// The operators' overrides; before the first reading, those that an earlier host left.
    var overrides: Overrides { orders?.overrides ?? inheritedOverrides }

    /// The folder that relative paths start from.
    nonisolated var folder: String { LocalSource.folder(of: path) }

    /// Runs `body` once everything that was asked before is done, even if the task is cancelled.
    ///
    /// Reading waits for libraries and switching for the disk, and an older state must not be applied after a newer
    /// one. Two changes that start from the same journal would also lose one of their revisions.
    func inTurn<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await mutex.withLock { () async throws(Failure) in
            lastRead = nil
            return try await body()
        }
    }

    /// Parses configuration files; those parsed in this turn already are reused, since large ones take a while.
    func document(_ layers: LayerTexts) -> HostDocument {
        let document = HostDocument(layers, folder: folder, reusing: lastRead)
        lastRead = document
        return document
    }

    /// Releases the parsed files, which take more memory than the whole active configuration.
    func forgetRead() { lastRead = nil }

    /// Replaces the journal.
    func remember(_ journal: Journal) {
        posted.withLock { $0.journal = journal }
        wakeFollowers()
    }

    /// Wakes the tasks that wait for a deadline, so that they read it again.
    nonisolated func wakeFollowers() {
        let told = posted.withLock { posted in
            defer { posted.deadlines = Signal() }
            return posted.deadlines
        }
        told.raise()
    }

    /// Makes orders the active ones.
    ///
    /// - Parameter successors: The modules that run from another unit from now on.
    func perform(_ orders: Orders, takingOver successors: Set<String> = []) {
        // The flags come first, so that anyone who sees an effect of them finds them.
        if let flags = orders.flags, flags.program !== self.flags.board.current.program { self.flags.board.post(flags) }
        let told = posted.withLock { posted -> Signal? in
            defer { (posted.orders, posted.counting) = (orders, posted.journal.last?.number) }
            guard posted.orders == nil else { return nil }
            // Deadlines that an earlier host left are followed once there are orders.
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
    /// The overrides of a revision; if they can't be read, that is logged and there are none.
    fileprivate init(of content: RevisionContent, _ log: Log) {
        self.init()
        guard content != RevisionContent() else { return }
        do throws(FormatProblem) { self = try Overrides(content.overrides) } catch {
            log.error("what operators overrode can't be read; none of it counts", [("because", "\(error)")])
        }
    }
}
