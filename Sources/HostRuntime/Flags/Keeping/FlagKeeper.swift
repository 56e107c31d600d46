@_spi(Hosting) package import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostSystem

/// Keeps the flags that count: gathers what sources say, compiles it, and has it on the disk before it counts.
///
/// The keeper of the document asks for one step after the other, in its turn.
package actor FlagKeeper {
    /// How a source does, for metrics and operators.
    package struct SourceState: Sendable, Equatable {
        package let name: String
        /// When it last said something that could be used; nil where that was before this host began.
        package var goodSince: Timestamp?
        /// How many times in a row it could not be used.
        package var failures = 0
    }

    package nonisolated let board: FlagBoard
    nonisolated let log: Log
    nonisolated let clock: any ClockSource
    nonisolated let fetch: FlagFetch.Ask
    private nonisolated let store: FlagStore
    private nonisolated let posted = Lock<[SourceState]>([])
    /// The sources that are to be followed; whoever is slow gets the newest only.
    nonisolated let wanted: AsyncStream<[HostConfig.FlagSource]>
    private nonisolated let want: AsyncStream<[HostConfig.FlagSource]>.Continuation
    private var history: FlagHistory
    /// What each source said when it was good last, by name.
    private var good: [String: GatheredFlags.Content] = [:]
    /// What an address said last, and was not looked at yet or not refused.
    private var fetched: [String: FlagStore.Text] = [:]
    private var tags: [String: String] = [:]
    private var hasKept = false

    /// - Parameters:
    ///   - folder: The host's state folder; read at once, and what is wrong there is told.
    ///   - board: Where the flags are put that count.
    ///   - fetch: Asks addresses.
    package init(
        folder: String, board: FlagBoard, clock: any ClockSource, log: Log, fetch: @escaping FlagFetch.Ask
    ) {
        self.board = board
        self.clock = clock
        self.log = log
        self.fetch = fetch
        store = FlagStore(folder: folder)
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let found = store.read()
        history = found.history
        for problem in found.problems { log.error(problem) }
    }

    /// How the sources do, in the order of the document.
    package nonisolated var sources: [SourceState] { posted.withLock { $0 } }

    /// Where it is kept how splits divide people.
    nonisolated var path: String { store.path }

    // MARK: - Gathering

    /// Reads what a document's sources say.
    ///
    /// - Parameter strictly: Whether a file that is wrong is an error, as in a document that is read anew; otherwise
    ///   what it said last goes on counting, and only it suffers. An address that can't be used is never an error.
    func gather(_ flags: CheckedFlags, strictly: Bool) async -> GatheredFlags {
        var gathered = GatheredFlags()
        for source in flags.sources {
            switch source {
            case .inline(let set): gathered.sets.append(set)
            case .file(let path, _): gather(source, file: path, strictly: strictly, into: &gathered)
            case .url(let address, _, let timeout, _):
                await gather(source, address: address, timeout, into: &gathered)
            }
        }
        return gathered
    }

    private func gather(
        _ source: HostConfig.FlagSource, file path: String, strictly: Bool, into gathered: inout GatheredFlags
    ) {
        do throws(SourceProblem) {
            let text = FlagStore.Text(bytes: try FileSource.read(path))
            if let content = read(text, of: source, into: &gathered) { return gathered.add(content, of: path) }
            guard !strictly else { return gathered.lacksSomething = true }
        } catch {
            guard case .missing = error else {
                gathered.tell(.error, path, error.message)
                if strictly { gathered.lacksSomething = true }
                return
            }
            guard lastGood(source, path) != nil else {
                gathered.tell(.error, path, error.message)
                return gathered.lacksSomething = true
            }
        }
        fallBack(source, path, "what it said last counts", into: &gathered)
    }

    private func gather(
        _ source: HostConfig.FlagSource, address: String, _ timeout: Duration, into gathered: inout GatheredFlags
    ) async {
        if fetched[address] == nil, good[address] == nil {
            _ = take(await fetch(address, timeout, nil), of: source)
        }
        if let text = fetched[address] {
            if let content = read(text, of: source, into: &gathered) { return gathered.add(content, of: address) }
            fetched[address] = nil
            tags[address] = nil
        }
        fallBack(source, address, "what it said last counts", into: &gathered)
    }

    /// Takes what a source said when it was good last.
    private func fallBack(
        _ source: HostConfig.FlagSource, _ name: String, _ effect: String, into gathered: inout GatheredFlags
    ) {
        if let content = lastGood(source, name) {
            gathered.add(content, of: name)
            // While it runs that is nothing new.
            if good[name] == nil { gathered.tell(.warning, source.shownName ?? name, "can't be used now; \(effect)") }
        } else {
            gathered.tell(.warning, source.shownName ?? name, "can't be used now, and never was; it has no flags yet")
        }
    }

    private func lastGood(_ source: HostConfig.FlagSource, _ name: String) -> GatheredFlags.Content? {
        if let content = good[name] { return content }
        guard let text = store.source(name) else { return nil }
        var ignored = GatheredFlags()
        return read(text, of: source, into: &ignored)
    }

    /// Reads a source's document; nil where it has errors.
    private func read(
        _ text: FlagStore.Text, of source: HostConfig.FlagSource, into gathered: inout GatheredFlags
    ) -> GatheredFlags.Content? {
        let name = source.name ?? ""
        let origin = Origin(file: name)
        let checked = FlagDocument(text.bytes, origin: origin, contentType: text.contentType)
            .check(bucketing: source.bucketing)
        gathered.diagnostics.append(checked.diagnostics)
        return checked.content.map { GatheredFlags.Content(text: text, set: $0) }
    }

    // MARK: - Addresses

    /// Takes what an address answered; true where it says something new.
    func take(_ answer: FlagFetch, of source: HostConfig.FlagSource) -> Bool {
        guard let name = source.name, let shown = source.shownName else { return false }
        switch answer {
        case .unchanged:
            note(shown, isGood: true)
            return false
        case .failed(let why):
            if note(shown, isGood: false) == 1 {
                log.warning("flags can't be fetched", [("source", shown), ("because", why)])
            }
            return false
        case .fresh(let bytes, let contentType, let tag):
            note(shown, isGood: true)
            tags[name] = tag
            let text = FlagStore.Text(bytes: bytes, contentType: contentType)
            guard fetched[name] != text else { return false }
            fetched[name] = text
            return good[name]?.text != text
        }
    }

    /// What an address called its last answer.
    func tag(of address: String) -> String? { tags[address] }

    @discardableResult
    private nonisolated func note(_ shown: String, isGood: Bool) -> Int {
        let now = clock.now
        return posted.withLock { states in
            let index = states.firstIndex { $0.name == shown } ?? states.endIndex
            if index == states.endIndex { states.append(SourceState(name: shown)) }
            if isGood { states[index].goodSince = now }
            states[index].failures = isGood ? 0 : states[index].failures + 1
            return states[index].failures
        }
    }

    // MARK: - Compiling and keeping

    /// Compiles the flags that orders mean with what their sources say.
    func plan(_ orders: Orders, _ sets: [FlagSet]) -> FlagPlan {
        FlagPlan(orders, sources: sets, former: board.current, history: history, now: clock.now)
    }

    /// Has a plan on the disk before it counts.
    ///
    /// How splits divide people must outlast the process, or they would be divided anew; so what can't be kept does
    /// not count, unless nothing counted before.
    func keep(_ plan: FlagPlan, _ gathered: GatheredFlags? = nil) async throws(SystemError) {
        let program = plan.snapshot.program
        let next = FlagHistory(revision: max(history.revision, program.revision), allocations: program.allocations)
        if next != history {
            do throws(SystemError) { try await store.write(next, over: history) } catch {
                guard !hasKept || next.allocations == history.allocations else { throw error }
                log.warning(
                    "flags can't be kept; after a restart splits may divide people anew",
                    [("file", store.path), ("error", "\(error)")])
            }
            history = next
        }
        hasKept = true
        if let gathered { await keepSources(gathered) }
    }

    private func keepSources(_ gathered: GatheredFlags) async {
        for (name, content) in gathered.contents where good[name]?.text != content.text {
            if store.source(name) != content.text {
                do throws(SystemError) { try await store.keep(content.text, of: name) } catch {
                    log.warning("what a source says can't be kept", [("error", "\(error)")])
                }
            }
        }
        good = gathered.contents
    }

    /// Follows the sources of a document that counts from now on, and forgets all others.
    func follow(_ sources: [HostConfig.FlagSource]) {
        let names = sources.compactMap(\.name)
        store.forgetSources(but: names)
        for name in fetched.keys where !names.contains(name) {
            fetched[name] = nil
            tags[name] = nil
        }
        let shown = sources.compactMap(\.shownName)
        posted.withLock { states in
            states = shown.map { name in states.first { $0.name == name } ?? SourceState(name: name) }
        }
        want.yield(sources)
    }

    /// Goes back to what sources said when they were good last, since what they say now can't be compiled.
    func forgetNews() {
        for name in fetched.keys { fetched[name] = good[name]?.text }
    }
}
