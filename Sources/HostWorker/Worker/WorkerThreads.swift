internal import CWorker
internal import FeatureKit
internal import HostSystem

/// The threads of a worker's feature, which know for how many of the host's beats each has been at one piece of work.
///
/// Beats, not seconds: who was stopped together with the host has not held anything up.
final class WorkerThreads: TaskExecutor {
    /// How many there are; one that blocks leaves others.
    static let count = 4

    private struct State {
        var jobs = JobQueue<UnownedJob>()
        var asked = JobQueue<@Sendable (UInt32) -> Void>()
        var beat: UInt32 = 0
        /// The beat at which each thread has begun what it does.
        var since: [UInt32?] = Array(repeating: nil, count: WorkerThreads.count)
    }

    private enum Work {
        case job(UnownedJob)
        case answer(@Sendable (UInt32) -> Void, held: UInt32)
    }

    private let monitor = Monitor(State())

    /// Starts the threads, which run as long as the process does.
    init() throws(SystemError) {
        for thread in 0..<Self.count {
            try OwnedThread.begin("feature", stackSize: OwnedThread.largeStackSize) { [self] in
                crash_stack()
                while true { run(next(thread)) }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        monitor.withLock { $0.jobs.append(job) }
        monitor.wakeOne()
    }

    /// Lets the next thread that is free say for how many beats the oldest piece of work has been going on.
    func beat(_ answer: @escaping @Sendable (UInt32) -> Void) {
        monitor.withLock { state in
            state.beat += 1
            state.asked.append(answer)
        }
        monitor.wakeOne()
    }

    private func run(_ work: Work) {
        switch work {
        case .job(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        case .answer(let answer, let held): answer(held)
        }
    }

    private func next(_ thread: Int) -> Work {
        monitor.waitFor { state in
            state.since[thread] = nil
            // Before all that waits: many short pieces of work are no hang.
            if let answer = state.asked.popFirst() {
                let oldest = state.since.compactMap(\.self).min() ?? state.beat
                return .take(.answer(answer, held: state.beat - oldest))
            }
            guard let job = state.jobs.popFirst() else { return .wait(until: nil) }
            state.since[thread] = state.beat
            return .take(.job(job))
        }
    }
}
