@_spi(Hosting) package import FeatureKit
package import FlagEngine

/// Evaluates the active flags; one for each loop or thread, since it reuses its memory.
package struct FlagAsker: Sendable {
    private let board: FlagBoard
    private let clock: any ClockSource
    private var generation: UInt64
    /// The active flags at the last `refresh`.
    package private(set) var snapshot: FlagBoard.Snapshot
    private var evaluator = FlagEvaluator()
    private var context = FlagContext()

    package init(_ board: FlagBoard, clock: any ClockSource) {
        self.board = board
        self.clock = clock
        generation = board.generation
        snapshot = board.current
    }

    /// Takes over the active flags if they have changed.
    package mutating func refresh() {
        // The generation first: what is read after it is at least as new.
        let latest = board.generation
        guard latest != generation else { return }
        generation = latest
        snapshot = board.current
    }

    /// What a flag of the snapshot holds for a caller.
    ///
    /// - Parameter now: The time, in seconds since 1970.
    package mutating func evaluate(_ flag: Int, for caller: Caller, now: Int64) -> Evaluation {
        context.fill(with: caller)
        return evaluator.evaluate(flag, of: snapshot.program, for: context, now: now)
    }

    /// Whether a caller has a feature; the host itself has them all.
    package mutating func lets(_ caller: Caller, have feature: String) -> Bool {
        guard caller.origin != .system else { return true }
        refresh()
        guard let gate = snapshot.gates[feature] else { return true }
        let evaluation = evaluate(gate, for: caller, now: clock.now.seconds)
        return snapshot.program.isOn(evaluation)
    }
}
