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
        /// Whether it has been waited for in vain; nobody waits that long again.
        var isRestless = false
        /// What is done between two jobs, after so many more of them.
        var interruption: (jobs: Int, act: @Sendable () -> Void)?
    }

    private let queue = DispatchQueue(label: "feature")
    private let state = Lock(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.open += 1 }
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            interrupt()
            finish()
        }
    }

    /// Does something between two jobs, when so many more of them have run: the same moment in every run.
    func interrupt(after jobs: Int, _ act: @escaping @Sendable () -> Void) {
        state.withLock { $0.interruption = (jobs, act) }
    }

    private func interrupt() {
        let act = state.withLock { state -> (@Sendable () -> Void)? in
            guard let (jobs, act) = state.interruption else { return nil }
            state.interruption = jobs > 1 ? (jobs - 1, act) : nil
            return jobs > 1 ? nil : act
        }
        act?()
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

    /// Whether nobody has given it anything to do since it had come to rest that many times.
    func hasRested(since known: UInt64) -> Bool { state.withLock { $0.rests == known && $0.open == 0 } }

    /// Returns once there is nothing to do; false where it computes on without a pause.
    func rest() async -> Bool {
        let rested = Signal()
        let (isResting, isRestless) = state.withLock { state in
            if state.open == 0 { return (true, false) }
            state.waiting.append(rested)
            return (false, state.isRestless)
        }
        if isResting { return true }
        let rests = await RigLimits.wait(for: rested, within: isRestless ? RigLimits.unseenWork : RigLimits.computing)
        state.withLock { $0.isRestless = !rests }
        return rests
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
