internal import FeatureKit

/// One feature's way to the shared threads: it takes no more of them at a time than its share.
///
/// So a feature that blocks whatever it gets leaves the others theirs.
package final class FeatureExecutor: TaskExecutor {
    private struct State {
        var waiting = JobQueue<UnownedJob>()
        var running = 0
    }

    private let pool: ThreadPool
    private let share: Int
    private let state = Lock(State())

    /// - Parameters:
    ///   - pool: The threads.
    ///   - share: How many of them the feature may hold at a time.
    package init(pool: ThreadPool, share: Int) {
        self.pool = pool
        self.share = max(1, share)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mayRun = state.withLock { state in
            guard state.running < share else {
                state.waiting.append(job)
                return false
            }
            state.running += 1
            return true
        }
        if mayRun { pool.enqueue(job, of: self) }
    }

    /// Runs a job on a thread of the pool.
    func run(_ job: UnownedJob) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        let next = state.withLock { state -> UnownedJob? in
            guard let next = state.waiting.popFirst() else {
                state.running -= 1
                return nil
            }
            return next
        }
        // To the end of the pool's queue, where it waits its turn behind other features' jobs.
        if let next { pool.enqueue(next, of: self) }
    }
}
