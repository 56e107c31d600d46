import FeatureKit
import HostRuntime

/// The sheet of the current flags, written when it is first needed.
final class FlagSheets: Sendable {
    private struct State {
        var generation: UInt64?
        var sheet: FlagSheet?
    }

    let board: FlagBoard
    private let state = Lock(State())

    init(_ board: FlagBoard) { self.board = board }

    /// The sheet of the current flags, and the board's generation that it has at least.
    ///
    /// Callers wait only briefly: a sheet of a thousand flags is written in less than a millisecond.
    func current() -> (sheet: FlagSheet, generation: UInt64) {
        // The generation first: what is read after it is at least as new.
        let generation = board.generation
        return state.withLock { state in
            if let sheet = state.sheet, let known = state.generation, known >= generation { return (sheet, known) }
            let sheet = FlagSheet(board.current)
            state = State(generation: generation, sheet: sheet)
            return (sheet, generation)
        }
    }
}
