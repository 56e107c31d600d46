@_spi(Hosting) internal import FeatureKit
internal import HostWorker

/// What the registry still has to deal with.
///
/// It can't grow without end: each run of a feature sends at most three events, and one every few seconds while a store
/// is opened, and of what is wanted and what is there only the newest is kept. A caller waits for an answer only for a
/// limited time.
final class RegistryInbox: Sendable {
    struct Letters {
        var installed: [String: LoadedFeature] = [:]
        var rules: [String: LifecycleRules] = [:]
        var wanted: [String: Value]?
        /// Those that run from another unit from now on.
        var takingOver: Set<String> = []
        var replacements: [(replacement: Replacement, event: Lifecycle.Event)] = []
        var events: [Lifecycle.Event] = []
        /// What is known of processes of runs that have ended.
        var evidence: [Lifecycle.Run: WorkerEvidence] = [:]
        var whenSettled: [Signal] = []
        var whenAtRest: [(feature: String, signal: Signal)] = []
    }

    private struct State {
        var letters = Letters()
        var arrived = Signal()
    }

    private let state = Lock(State())

    func put(_ change: (inout Letters) -> Void) {
        let arrived = state.withLock { state in
            change(&state.letters)
            return state.arrived
        }
        arrived.raise()
    }

    /// Takes everything, and the signal of what comes next.
    func take() -> (letters: Letters, next: Signal) {
        state.withLock { state in
            defer { state.letters = Letters() }
            if state.arrived.isRaised { state.arrived = Signal() }
            return (state.letters, state.arrived)
        }
    }
}
