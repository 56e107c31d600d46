@_spi(Hosting) package import FeatureKit
internal import FlagEngine

/// Evaluates flags on the threads of features, and lets features use each other as the gates allow.
package final class FlagPool: RouteGate {
    /// How many evaluators are kept for reuse; more are made when more callers ask at once, and dropped afterwards.
    static let mostKept = 16

    /// What one evaluation needs.
    private struct Evaluator: Sendable {
        var asker: FlagAsker
        var exposures: ExposureReporter?
    }

    private struct State {
        var free: [Evaluator] = []
        var exposures: Exposures?
    }

    private let board: FlagBoard
    private let clock: any ClockSource
    private let state = Lock(State())

    package init(_ board: FlagBoard, clock: any ClockSource) {
        self.board = board
        self.clock = clock
    }

    /// Reports exposures from now on.
    package func tell(_ exposures: Exposures) { state.withLock { $0.exposures = exposures } }

    /// Whether a caller has a feature; only the host itself has one that is switched off.
    package func lets(_ caller: Caller, have feature: String) -> Bool {
        with { evaluator in evaluator.asker.lets(caller, have: feature) }
    }

    /// A flag's value for a caller; nil where there is no such flag, or it leaves the value to the code's default.
    func value(of key: String, for caller: Caller) -> Value? {
        with { evaluator in
            evaluator.asker.refresh()
            let program = evaluator.asker.snapshot.program
            guard let flag = program.flag(key) else { return nil }
            let now = clock.now.seconds
            let evaluation = evaluator.asker.evaluate(flag, for: caller, now: now)
            evaluator.exposures?.tell(
                evaluation, of: program, to: ExposedPerson(caller.key), key: caller.key, now: now)
            return evaluation.variant.map { program.flags[flag].variants[$0].value }
        }
    }

    private func with<Result: Sendable>(_ body: (inout Evaluator) -> Result) -> Result {
        let (free, exposures) = state.withLock { ($0.free.popLast(), $0.exposures) }
        var evaluator =
            free
            ?? Evaluator(
                asker: FlagAsker(board, clock: clock), exposures: exposures.map { ExposureReporter($0, clock: clock) })
        defer {
            state.withLock { [evaluator] state in
                if state.free.count < Self.mostKept { state.free.append(evaluator) }
            }
        }
        return body(&evaluator)
    }
}
