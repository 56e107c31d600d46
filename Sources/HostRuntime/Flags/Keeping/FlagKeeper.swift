@_spi(Hosting) package import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostSystem

/// Keeps the flags that count: gathers what sources say, compiles it, and has it on the disk before it counts.
///
/// The keeper of the document asks for one step after the other, in its turn.
package actor FlagKeeper {
    package nonisolated let board: FlagBoard
    nonisolated let log: Log
    nonisolated let clock: any ClockSource
    nonisolated let fetch: FlagFetch.Ask
    nonisolated let store: FlagStore
    nonisolated let states: FlagSourceStates
    /// The sources that are to be followed; whoever is slow gets the newest only.
    nonisolated let wanted: AsyncStream<[HostConfig.FlagSource]>
    private nonisolated let want: AsyncStream<[HostConfig.FlagSource]>.Continuation
    private var history: FlagHistory
    /// What each source said when it was good last, by name.
    var good: [String: GatheredFlags.Content] = [:]
    /// What an address said last, and was not looked at yet or not refused.
    var fetched: [String: FlagStore.Text] = [:]
    var tags: [String: String] = [:]
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
        states = FlagSourceStates(clock: clock, log: log)
        store = FlagStore(folder: folder)
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let found = store.read()
        history = found.history
        for problem in found.problems { log.error(problem) }
    }

    /// How the sources do, in the order of the document.
    package nonisolated var sources: [FlagSourceState] { states.all }

    /// Where it is kept how splits divide people.
    nonisolated var path: String { store.path }

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
        states.keep(sources.compactMap(\.shownName))
        want.yield(sources)
    }

    /// Goes back to what sources said when they were good last, since what they say now can't be compiled.
    func forgetNews() {
        for name in fetched.keys { fetched[name] = good[name]?.text }
    }
}
