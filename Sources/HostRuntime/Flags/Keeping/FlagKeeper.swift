@_spi(Hosting) package import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Works out which flags count: gathers what sources say and compiles it.
///
/// The keeper of the document asks for one step after the other, in its turn, and has what comes out on the disk before
/// it counts.
package actor FlagKeeper {
    package nonisolated let board: FlagBoard
    nonisolated let log: Log
    nonisolated let clock: any ClockSource
    nonisolated let follower: SourceFollower
    private var history = FlagHistory()
    /// What each source said when it was good last, by name.
    var good: [String: GatheredFlags.Content] = [:]

    /// - Parameters:
    ///   - board: Where the flags are put that count.
    ///   - follower: Who asks addresses.
    package init(board: FlagBoard, clock: any ClockSource, log: Log, follower: SourceFollower) {
        self.board = board
        self.clock = clock
        self.log = log
        self.follower = follower
    }

    /// Goes on from what an earlier host left.
    func remember(_ history: FlagHistory) { self.history = history }

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
            let former = lastGood(source, name, gathered.former).flatMap { $0.text == now.text ? nil : $0 }
            gathered.replace(name, by: former)
            isChanged = true
        }
        return isChanged
    }

    /// What has to outlast the process before a plan counts: otherwise splits would be divided anew.
    func history(after plan: FlagPlan) -> FlagHistory {
        let program = plan.snapshot.program
        return FlagHistory(revision: max(history.revision, program.revision), allocations: program.allocations)
    }

    /// Goes by a plan from now on, and by what its sources say.
    func goBy(_ plan: FlagPlan, _ gathered: GatheredFlags? = nil) {
        let next = history(after: plan)
        tellMoves(from: history.allocations, to: next.allocations)
        history = next
        if let gathered { good = gathered.contents }
    }
}
