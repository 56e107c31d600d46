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
        /// Nil where it can be used.
        package var failure: Failure?

        /// Why a source can't be used.
        package struct Failure: Sendable, Equatable {
            package let since: Timestamp
            /// What was wrong with it last.
            package let reason: String
        }
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
    /// A source that can't be used harms no other, and not the document that names it: what it said last goes on
    /// counting.
    func gather(_ flags: CheckedFlags) async -> GatheredFlags {
        var gathered = GatheredFlags()
        for source in flags.sources {
            switch source {
            case .inline(let set): gathered.sets.append(set)
            case .file(let path, _): gather(source, file: path, into: &gathered)
            case .url(let address, _, let timeout, _):
                await gather(source, address: address, timeout, into: &gathered)
            }
        }
        return gathered
    }

    private func gather(_ source: HostConfig.FlagSource, file path: String, into gathered: inout GatheredFlags) {
        let known = gathered.diagnostics.list.count
        do throws(SourceProblem) {
            let text = FlagStore.Text(bytes: try FileSource.read(path))
            if let content = read(text, of: source, into: &gathered) {
                note(path, failing: nil)
                return gathered.add(content, of: path)
            }
        } catch { gathered.tell(.error, path, error.message) }
        refuse(source, path, since: known, into: &gathered)
    }

    private func gather(
        _ source: HostConfig.FlagSource, address: String, _ timeout: Duration, into gathered: inout GatheredFlags
    ) async {
        if fetched[address] == nil, good[address] == nil {
            _ = take(await fetch(address, timeout, nil), of: source)
        }
        guard let text = fetched[address] else { return fallBack(source, address, into: &gathered) }
        let known = gathered.diagnostics.list.count
        if let content = read(text, of: source, into: &gathered) {
            // What was looked at before says nothing of how the address does now.
            if text != good[address]?.text { note(source.shownName ?? address, failing: nil) }
            return gathered.add(content, of: address)
        }
        fetched[address] = nil
        tags[address] = nil
        refuse(source, address, since: known, into: &gathered)
    }

    /// Does without what a source says now, since it has errors.
    ///
    /// - Parameter known: How many diagnostics there were before those of this source.
    private func refuse(
        _ source: HostConfig.FlagSource, _ name: String, since known: Int, into gathered: inout GatheredFlags
    ) {
        let shown = source.shownName ?? name
        let error = gathered.diagnostics.list.dropFirst(known).first { $0.severity == .error }?.headline
        // An address may hold secrets.
        note(shown, failing: error?.replacing(name, with: shown) ?? "has errors")
        gathered.refusesSource = true
        fallBack(source, name, into: &gathered)
    }

    /// Takes what a source said when it was good last.
    private func fallBack(_ source: HostConfig.FlagSource, _ name: String, into gathered: inout GatheredFlags) {
        let shown = source.shownName ?? name
        if let content = lastGood(source, name) {
            gathered.add(content, of: name)
            gathered.tell(.warning, shown, "can't be used now; what it said last counts")
        } else {
            gathered.lacksSomething = true
            gathered.tell(.warning, shown, "can't be used now, and never was; it has no flags yet")
        }
    }

    private func lastGood(_ source: HostConfig.FlagSource, _ name: String) -> GatheredFlags.Content? {
        if let content = good[name] { return content }
        guard let text = store.source(name) else { return nil }
        var ignored = GatheredFlags()
        return read(text, of: source, into: &ignored)
    }

    /// Reads a source's document; nil where it has errors that are not in single flags alone.
    private func read(
        _ text: FlagStore.Text, of source: HostConfig.FlagSource, into gathered: inout GatheredFlags
    ) -> GatheredFlags.Content? {
        let name = source.name ?? ""
        let document = FlagDocument(text.bytes, origin: Origin(file: name), contentType: text.contentType)
        let (usable, diagnostics) = document.salvage(bucketing: source.bucketing)
        gathered.diagnostics.append(diagnostics)
        guard let (set, spoilt) = usable else { return nil }
        var content = GatheredFlags.Content(text: text, set: set)
        for key in spoilt {
            let former = good[name]?.set.flags.first { $0.key == key }
            content.replace(key, by: former)
            gathered.tell(former == nil ? .leftOut(key) : .kept(key), of: source.shownName ?? name)
        }
        return content
    }

    // MARK: - Addresses

    /// Takes what an address answered; true where it says something new.
    func take(_ answer: FlagFetch, of source: HostConfig.FlagSource) -> Bool {
        guard let name = source.name, let shown = source.shownName else { return false }
        switch answer {
        case .unchanged: return note(shown, failing: nil)
        case .failed(let why):
            if note(shown, failing: why) {
                log.warning("flags can't be fetched", [("source", shown), ("because", why)])
            }
            return false
        case .fresh(let bytes, let contentType, let tag):
            tags[name] = tag
            let text = FlagStore.Text(bytes: bytes, contentType: contentType)
            let isNews = fetched[name] != text && good[name]?.text != text
            fetched[name] = text
            // What is new is looked at first.
            return isNews || note(shown, failing: nil)
        }
    }

    /// What an address called its last answer.
    func tag(of address: String) -> String? { tags[address] }

    /// Notes how a source does.
    ///
    /// - Parameter reason: Why it can't be used; nil where it can.
    /// - Returns: Whether that is news: it fails, fails for another reason, or is well again.
    @discardableResult
    private nonisolated func note(_ shown: String, failing reason: String?) -> Bool {
        let now = clock.now
        let former = posted.withLock { states in
            let index = states.firstIndex { $0.name == shown } ?? states.endIndex
            if index == states.endIndex { states.append(SourceState(name: shown)) }
            let former = states[index]
            if let reason {
                states[index].failures += 1
                states[index].failure = .init(since: former.failure?.since ?? now, reason: reason)
            } else {
                states[index] = SourceState(name: shown, goodSince: now)
            }
            return former
        }
        if reason == nil, former.failure != nil {
            log.info("flags can be used again", [("source", shown), ("failures", "\(former.failures)")])
        }
        return former.failure?.reason != reason
    }

    // MARK: - Compiling and keeping

    /// Compiles the flags that orders mean with what their sources say.
    func plan(_ orders: Orders, _ sets: [FlagSet]) -> FlagPlan {
        FlagPlan(orders, sources: sets, former: board.current, history: history, now: clock.now)
    }

    /// Compiles the flags of which something may be wrong that harms no other.
    func plan(_ orders: Orders, mending gathered: inout GatheredFlags) -> FlagPlan {
        var done: Set<GatheredFlags.Mending> = []
        var plan = plan(orders, gathered.sets)
        var problems: [FlagProblem] = []
        for _ in 0..<GatheredFlags.mostMendings where plan.hasErrors {
            let found = plan.problems.filter { $0.severity == .error }
            guard gathered.mend(found, from: good, done: &done) || goBack(found, orders, &gathered) else { break }
            problems += found
            plan = self.plan(orders, gathered.sets)
        }
        guard !problems.isEmpty else { return plan }
        gathered.diagnostics.append(Diagnostics(problems, documents: gathered.documents))
        for mending in done.sorted(by: { $0.key < $1.key }) { gathered.tell(mending, of: "flags") }
        return plan
    }

    /// Goes back to what sources said last that have errors outside of flags, as in segments.
    private func goBack(_ problems: [FlagProblem], _ orders: Orders, _ gathered: inout GatheredFlags) -> Bool {
        let files = Set(problems.compactMap { $0.place?.file })
        var isChanged = false
        for source in orders.document.flags.sources {
            guard let name = source.name, files.contains(name), let now = gathered.contents[name] else { continue }
            // What it said last may be what is wrong, with what others say now.
            let former = lastGood(source, name).flatMap { $0.text == now.text ? nil : $0 }
            gathered.replace(name, by: former, shown: source.shownName ?? name)
            isChanged = true
        }
        return isChanged
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
            tellMoves(from: history.allocations, to: next.allocations)
            history = next
        }
        hasKept = true
        if let gathered { await keepSources(gathered) }
    }

    private func keepSources(_ gathered: GatheredFlags) async {
        for (name, content) in gathered.contents where good[name]?.text != content.text {
            // A text that is good as a whole is worth more to the next host than a newer one that is not.
            if store.source(name) != content.text, content.isWhole || store.source(name) == nil {
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
