internal import Dispatch
@_spi(Hosting) import FeatureKit

/// The one thread on which a feature runs in a rig; it knows when there is nothing left to do.
///
/// One thread, so that the order of things is the same in every run.
final class RigExecutor: TaskExecutor {
    private struct State {
        /// Jobs that wait or run.
        var open = 0
        /// How often it has come to rest.
        var rests: UInt64 = 0
        var waiting: [Signal] = []
    }

    private let queue = DispatchQueue(label: "feature")
    private let state = Lock(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.open += 1 }
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            finish()
        }
    }

    private func finish() {
        let waiting = state.withLock { state -> [Signal] in
            state.open -= 1
            guard state.open == 0 else { return [] }
            state.rests += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for signal in waiting { signal.raise() }
    }

    /// How often it has come to rest so far.
    var rests: UInt64 { state.withLock { $0.rests } }

    /// Returns once there is nothing to do; false where it computes on without a pause.
    func rest() async -> Bool {
        let rested = Signal()
        let isResting = state.withLock { state in
            if state.open == 0 { return true }
            state.waiting.append(rested)
            return false
        }
        if isResting { return true }
        return await RigLimits.wait(for: rested, within: RigLimits.computing)
    }

    /// Returns once it has come to rest again after that many rests; false where nobody gave it anything to do.
    func rest(after known: UInt64, within limit: Duration) async -> Bool {
        let rested = Signal()
        let hasRested = state.withLock { state in
            if state.rests > known, state.open == 0 { return true }
            state.waiting.append(rested)
            return false
        }
        return hasRested ? true : await RigLimits.wait(for: rested, within: limit)
    }
}
