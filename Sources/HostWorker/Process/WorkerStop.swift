internal import FeatureKit
internal import Glibc
internal import HostSystem

/// Ends a worker's process from outside of the thread that looks after it, also one that has not been started yet.
final class WorkerStop: Sendable {
    private struct State {
        var isStopped = false
        var process: ChildProcess?
        var connection: SocketConnection?
    }

    private let state = Lock(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// There is a process now; it is let go with `nil`.
    func hold(_ child: WorkerChild?) {
        let process = state.withLock { state -> ChildProcess? in
            (state.process, state.connection) = (child?.process, child?.connection)
            return state.isStopped ? state.process : nil
        }
        process?.send(SIGKILL)
    }

    /// Ends it, at once. What it has started is ended by the thread that looks after it.
    func stop() {
        let (process, connection) = state.withLock { state in
            state.isStopped = true
            return (state.process, state.connection)
        }
        // Held still first, so that nothing gets away before it has been looked for.
        process?.send(SIGSTOP)
        connection?.lookAgain()
    }
}
