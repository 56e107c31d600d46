internal import Dispatch
@_spi(Hosting) public import FeatureKit

/// The one thread on which a feature runs in a rehearsal; it knows when there is nothing left to do.
///
/// One thread, so that the order of events is the same in every run.
@_spi(Hosting) public final class RestingExecutor: TaskExecutor {
    private struct State {
        /// The number of jobs that wait or run, and of holds.
        var open = 0
        /// How often it has come to rest.
        var rests: UInt64 = 0
        var waiting: [Signal] = []
        /// An action to run between two jobs, after some more of them.
        var interruption: (jobs: Int, act: @Sendable () -> Void)?
    }

    private let queue = DispatchQueue(label: "feature")
    private let state = Lock(State())
    private let onRest: @Sendable () -> Void

    /// Makes an executor with nothing to do.
    ///
    /// - Parameter onRest: Called each time it comes to rest.
    public init(onRest: @escaping @Sendable () -> Void = {}) { self.onRest = onRest }

    /// Takes a job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        hold()
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            interrupt()
            release()
        }
    }

    /// Keeps it from resting while work goes on elsewhere, until `release()` has been called as often.
    public func hold() { state.withLock { $0.open += 1 } }

    /// Ends what `hold()` began.
    public func release() {
        let waiting = state.withLock { state -> [Signal]? in
            state.open -= 1
            guard state.open == 0 else { return nil }
            state.rests += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return }
        onRest()
        for signal in waiting { signal.raise() }
    }

    // MARK: - Resting

    /// How often it has come to rest so far.
    public var rests: UInt64 { state.withLock { $0.rests } }

    /// Whether it has had nothing to do since it came to rest that many times.
    public func hasRested(since known: UInt64) -> Bool { state.withLock { $0.rests == known && $0.open == 0 } }

    /// A signal that is raised once there is nothing to do; nil where there is nothing now.
    public func rest() -> Signal? {
        state.withLock { state in
            guard state.open > 0 else { return nil }
            let rested = Signal()
            state.waiting.append(rested)
            return rested
        }
    }

    /// A signal that is raised once it comes to rest again after that many rests; nil where it has.
    public func rest(after known: UInt64) -> Signal? {
        state.withLock { state in
            if state.rests > known, state.open == 0 { return nil }
            let rested = Signal()
            state.waiting.append(rested)
            return rested
        }
    }

    // MARK: - Interrupting

    /// Runs an action between two jobs, after a number of further jobs: at the same moment in every run.
    public func interrupt(after jobs: Int, _ act: @escaping @Sendable () -> Void) {
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
}
