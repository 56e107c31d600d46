@_spi(Hosting) package import FeatureKit
internal import FlagEngine

/// Asks flags on whatever thread features run, and lets them have each other as the gates say.
package final class FlagPool: RouteGate {
    /// How many askers wait for the next question; more are made where more ask at a time, and thrown away.
    static let mostKept = 16

    /// What one question needs.
    private struct Desk: Sendable {
        var asker: FlagAsker
        var exposures: ExposureDesk?
    }

    private struct State {
        var free: [Desk] = []
        var exposures: Exposures?
    }

    private let board: FlagBoard
    private let clock: any ClockSource
    private let state = Lock(State())

    package init(_ board: FlagBoard, clock: any ClockSource) {
        self.board = board
        self.clock = clock
    }

    /// Tells of exposures from now on.
    package func tell(_ exposures: Exposures) { state.withLock { $0.exposures = exposures } }

    /// Whether a caller has a feature; what is off for everybody nobody has.
    package func lets(_ caller: Caller, have feature: String) -> Bool {
        with { desk in desk.asker.lets(caller, have: feature) }
    }

    /// What a flag holds for a caller; nil where there is no such flag, or it leaves the value to the asker.
    func value(of key: String, for caller: Caller) -> Value? {
        with { desk in
            desk.asker.refresh()
            let program = desk.asker.snapshot.program
            guard let flag = program.flag(key) else { return nil }
            let now = clock.now.seconds
            let evaluation = desk.asker.evaluate(flag, for: caller, now: now)
            desk.exposures?.tell(
                evaluation, of: program, to: ExposedPerson(caller.key), key: caller.key, now: now)
            return evaluation.variant.map { program.flags[flag].variants[$0].value }
        }
    }

    private func with<Result: Sendable>(_ body: (inout Desk) -> Result) -> Result {
        let (free, exposures) = state.withLock { ($0.free.popLast(), $0.exposures) }
        var desk =
            free
            ?? Desk(
                asker: FlagAsker(board, clock: clock), exposures: exposures.map { ExposureDesk($0, clock: clock) })
        defer {
            state.withLock { [desk] state in
                if state.free.count < Self.mostKept { state.free.append(desk) }
            }
        }
        return body(&desk)
    }
}
