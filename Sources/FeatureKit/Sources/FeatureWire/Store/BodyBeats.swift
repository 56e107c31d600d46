internal import FeatureKit

/// For how many of the host's beats each body of a transaction has been busy with itself; what waits for the host is the
/// host's affair.
///
/// Beats, not seconds: who was stopped together with the host has not held anything up.
final class BodyBeats: Sendable {
    private struct State {
        var beat: UInt32 = 0
        /// By the body's session.
        var since: [UInt32: UInt32] = [:]
    }

    private let state = Lock(State())

    /// A body runs.
    func runs(_ session: UInt32) { state.withLock { $0.since[session] = $0.beat } }

    /// A body waits for the host, or has ended.
    func rests(_ session: UInt32) { state.withLock { $0.since[session] = nil } }

    /// The host asks: for how many beats the oldest of them has been running.
    func beat() -> UInt32 {
        state.withLock { state in
            state.beat += 1
            return state.beat - (state.since.values.min() ?? state.beat)
        }
    }
}
