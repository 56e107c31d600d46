@_spi(Hosting) package import FeatureKit
package import HostConfig
internal import HostSystem

/// Keeps what runs as the document and the operators say: reads, checks all of it, and only then touches anything.
package actor DocumentKeeper {
    /// What became of one reading.
    package enum Outcome: String, Sendable {
        case applied
        /// The same bytes as before.
        case unchanged
        /// Something is wrong with it; what runs stays as it was.
        case refused
    }

    private struct Refusal: Equatable {
        let bytes: [UInt8]
        let diagnostics: Diagnostics
    }

    let path: String
    private let survey: @Sendable (_ folders: [String], _ opening: Set<String>) async -> Survey
    let registry: FeatureRegistry
    let store: OverrideStore
    package nonisolated let flags: FlagKeeper
    let log: Log
    let clock: any ClockSource
    private let open: @Sendable (CheckedDocument) throws -> Void
    private let apply: @Sendable (Orders) -> Void
    private(set) var applied: [UInt8]?
    /// What was last told of a document that was refused; nil once one was applied.
    private var refusal: Refusal? { didSet { posted.withLock { $0.isRefused = refusal != nil } } }
    private var lastTurn: Signal?
    /// What was last told of flags that were refused while the document counts.
    var flagErrors: [Diagnostic] = []
    /// Those of before count from the first document on.
    private var formerOverrides: Overrides
    /// What is told of overrides, and when the next one lapses.
    var overrideWatch = OverrideWatch()
    private nonisolated let posted = Lock(Posted())

    /// What others may look at without waiting.
    private struct Posted {
        var orders: Orders?
        var isRefused = false
        var isClosed = false
    }

    /// - Parameters:
    ///   - path: The document.
    ///   - store: Where operators' overrides are kept; read at once, and what is wrong with it is told.
    ///   - flags: Who keeps the flags that count.
    ///   - survey: Looks at the features in the document's folders, and opens some of them.
    ///   - registry: Who runs them.
    ///   - log: Where problems are told.
    ///   - open: Takes the first document that is fine, before anything starts; what it throws refuses the document.
    ///   - apply: Takes what is not the registry's, such as log levels.
    package init(
        path: String, store: OverrideStore, flags: FlagKeeper, registry: FeatureRegistry, log: Log,
        clock: any ClockSource = SystemClock(),
        survey: @escaping @Sendable (_ folders: [String], _ opening: Set<String>) async -> Survey,
        open: @escaping @Sendable (CheckedDocument) throws -> Void = { _ in },
        apply: @escaping @Sendable (Orders) -> Void
    ) {
        self.open = open
        self.path = path
        self.store = store
        self.flags = flags
        self.survey = survey
        self.registry = registry
        self.log = log
        self.apply = apply
        self.clock = clock
        let found = store.read(at: clock.now)
        formerOverrides = found.overrides
        if let problem = found.problem { log.error("\(problem)") }
        for override in found.lapsed { log.tellLapsed(override) }
        overrideWatch.unkept = found.lapsed
    }

    /// What counts now; nil before the first document does.
    package nonisolated var orders: Orders? { posted.withLock { $0.orders } }

    /// Whether the document that lies there is not the one that counts, because something is wrong with it.
    package nonisolated var isRefusing: Bool { posted.withLock { $0.isRefused } }

    /// Whether the host stops, and nothing may be switched any more.
    package nonisolated var isClosed: Bool { posted.withLock { $0.isClosed } }

    /// Refuses overrides from now on, because the host stops.
    package nonisolated func close() { posted.withLock { $0.isClosed = true } }

    /// Reads the document and makes the host what it says.
    ///
    /// - Parameter force: Whether to look again even if the bytes are the same, since secrets and features may not be.
    package func read(force: Bool) async -> Outcome {
        let turn = await takeTurn()
        defer { turn.raise() }
        return await readAlone(force: force)
    }

    /// Waits until whoever came before is done; to be raised at the end.
    ///
    /// One after the other: reading waits for libraries and switching for the disk, and what is older must not be
    /// applied after what is newer.
    func takeTurn() async -> Signal {
        let earlier = lastTurn
        let done = Signal()
        lastTurn = done
        await earlier?.wait()
        return done
    }

    private func readAlone(force: Bool) async -> Outcome {
        let bytes: [UInt8]
        do throws(SourceProblem) {
            bytes = try FileSource.read(path)
        } catch {
            // Gone while it was on its way here; whoever watches it says so.
            if !force, case .missing = error { return .refused }
            let diagnostic = Diagnostic(.error, file: path, message: error.message)
            return refuse(Refusal(bytes: [], diagnostics: Diagnostics([diagnostic])), force)
        }
        guard force || refusal != nil || bytes != applied else { return .unchanged }
        var (orders, diagnostics) = await look(at: bytes, with: orders?.overrides ?? formerOverrides)
        var gathered = GatheredFlags()
        if let found = orders {
            let flags = await planFlags(found, bytes)
            diagnostics.append(flags.diagnostics)
            (orders, gathered) = (flags.orders, flags.gathered)
        }
        guard let orders, let plan = orders.plan else {
            return refuse(Refusal(bytes: bytes, diagnostics: diagnostics), force)
        }
        tell(diagnostics)
        if applied == nil {
            do { try open(orders.document) } catch {
                for line in "\(error)".split(separator: "\n") { log.error(String(line)) }
                return .refused
            }
        }
        do throws(SystemError) { try await flags.keep(plan, gathered) } catch {
            log.error("document refused; its flags can't be kept", [("file", path), ("error", "\(error)")])
            return .refused
        }
        applied = bytes
        refusal = nil
        flagErrors = gathered.diagnostics.errors
        await flags.follow(orders.document.flags.sources)
        carryOut(orders)
        log.info("document applied", [("file", path)])
        return .applied
    }

    /// Finds out what a document means here and now; nil where it can't be used.
    func look(at bytes: [UInt8], with overrides: Overrides) async -> (orders: Orders?, diagnostics: Diagnostics) {
        let document = HostDocument(bytes, origin: Origin(file: path))
        let named = Set(document.namedFeatures)
        let switchedOn = overrides.all.compactMap { $0.isOn == true ? $0.target.feature : nil }
        let survey = await survey(document.pluginFolders, named.union(switchedOn))
        let checked = document.check(against: survey.known, secrets: .host)
        var diagnostics = survey.diagnostics
        diagnostics.append(checked.diagnostics)
        let orders = checked.content.map { Orders(survey: survey, document: $0, named: named, overrides: overrides) }
        return (orders, diagnostics)
    }

    /// Makes the host what the orders say.
    func carryOut(_ orders: Orders) {
        // Who looks at anything that follows from these flags finds them.
        if let flags = orders.flags, flags.program !== self.flags.board.current.program { self.flags.board.post(flags) }
        posted.withLock { $0.orders = orders }
        apply(orders)
        registry.know(orders.survey.rules, orders.survey.loaded, wanting: orders.wanted)
        noteOverrides(of: orders)
    }

    /// The document is gone: what runs stays, loudly.
    package func noteGone() {
        log.warning("the document is gone; what runs stays as it is", [("file", path)])
    }

    private func refuse(_ refusal: Refusal, _ force: Bool) -> Outcome {
        // One saving is sometimes seen twice. Asked for, it is said again.
        guard force || refusal != self.refusal else { return .refused }
        self.refusal = refusal
        tell(refusal.diagnostics)
        let effect = applied == nil ? "nothing was started" : "what runs stays as it is"
        log.error("document refused; \(effect)", [("file", path)])
        return .refused
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
