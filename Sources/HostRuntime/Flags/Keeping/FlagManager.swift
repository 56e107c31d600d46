@_spi(Hosting) package import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Determines the active flags: reads the sources and compiles their flags.
///
/// `ConfigurationManager` calls the steps one after the other, in turn, and saves the result before it becomes active.
package actor FlagManager {
    package nonisolated let board: FlagBoard
    nonisolated let log: Log
    nonisolated let clock: any ClockSource
    nonisolated let follower: SourceFollower
    private var history = FlagHistory()
    /// The last good content of each source, by name.
    var good: [String: GatheredFlags.Content] = [:]

    /// - Parameters:
    ///   - board: Holds the active flags.
    ///   - follower: Fetches addresses.
    package init(board: FlagBoard, clock: any ClockSource, log: Log, follower: SourceFollower) {
        self.board = board
        self.clock = clock
        self.log = log
        self.follower = follower
    }

    /// Takes over the history that an earlier host saved.
    func remember(_ history: FlagHistory) { self.history = history }

    /// Compiles the flags of orders with those of their sources.
    func plan(_ orders: Orders, _ sets: [FlagSet]) -> FlagPlan {
        FlagPlan(orders, sources: sets, previous: board.current, history: history, now: clock.now)
    }

    /// Compiles the flags, and replaces or leaves out single flags and sources that have errors.
    func plan(_ orders: Orders, repair gathered: inout GatheredFlags) -> FlagPlan {
        var done: Set<GatheredFlags.Repair> = []
        var plan = plan(orders, gathered.sets)
        var problems: [FlagProblem] = []
        for _ in 0..<GatheredFlags.mostRepairs where plan.hasErrors {
            let found = plan.problems.filter { $0.severity == .error }
            guard gathered.repair(found, from: good, done: &done) || goBack(found, orders, &gathered) else { break }
            problems += found
            plan = self.plan(orders, gathered.sets)
        }
        guard !problems.isEmpty else { return plan }
        gathered.diagnostics.append(Diagnostics(problems, documents: gathered.documents))
        for repair in done.sorted(by: { $0.key < $1.key }) { gathered.tell(repair, of: "flags") }
        return plan
    }

    /// Replaces sources that have errors outside of flags, as in segments, by their last good content.
    private func goBack(_ problems: [FlagProblem], _ orders: Orders, _ gathered: inout GatheredFlags) -> Bool {
        let files = Set(problems.compactMap { $0.place?.file })
        var isChanged = false
        for source in orders.document.flags.sources {
            guard let name = source.name, files.contains(name), let now = gathered.contents[name] else { continue }
            // Its last good content may itself conflict with the present content of other sources.
            let good = lastGood(source, name, gathered.previous).flatMap { $0.text == now.text ? nil : $0 }
            gathered.replace(name, by: good)
            isChanged = true
        }
        return isChanged
    }

    /// The history to save before a plan is applied; without it a restart would divide all splits again.
    func history(after plan: FlagPlan) -> FlagHistory {
        let program = plan.snapshot.program
        return FlagHistory(revision: max(history.revision, program.revision), allocations: program.allocations)
    }

    /// Makes a plan and the content of its sources the active ones.
    func goBy(_ plan: FlagPlan, _ gathered: GatheredFlags? = nil) {
        let next = history(after: plan)
        tellMoves(from: history.allocations, to: next.allocations)
        history = next
        if let gathered { good = gathered.contents }
    }
}
