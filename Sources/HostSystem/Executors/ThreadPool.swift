@_spi(Hosting) internal import FeatureKit
internal import Glibc

/// The threads on which the modules' tasks run.
///
/// Modules can't slow down the registry or the local socket, whatever they do to these threads. Task trees run here by
/// `executorPreference`.
package final class ThreadPool: TaskExecutor {
    private enum Work {
        case own(UnownedJob)
        case feature(UnownedJob, FeatureExecutor)
    }

    private struct State {
        var jobs = JobQueue<Work>()
        var roster: Roster
        var isOpen = true
    }

    private let name: String
    private let count: Int
    private let clock = SystemClock()
    private let monitor: Monitor<State>

    /// Describes the threads; `run()` starts them.
    ///
    /// - Parameters:
    ///   - name: The threads' name in `top` and debuggers; only the first 15 letters are used.
    ///   - count: How many there are.
    package init(name: String, count: Int) {
        self.name = name
        self.count = count
        let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        monitor = Monitor(State(roster: Roster(threads: count, processors: processors)))
    }

    package func enqueue(_ job: consuming ExecutorJob) { add(.own(UnownedJob(job))) }

    /// Enqueues a job that a module's executor runs.
    func enqueue(_ job: UnownedJob, of feature: FeatureExecutor) { add(.feature(job, feature)) }

    private func add(_ work: Work) {
        let wakesOne = monitor.withLock { state in
            state.jobs.append(work)
            return state.roster.wakesOne()
        }
        if wakesOne { monitor.wakeOne() }
    }

    /// Runs the threads until the pool is closed and all queued jobs are done.
    ///
    /// - Throws: The error with which a thread could not start; the others have ended by then.
    package func run() async throws(SystemError) {
        let failures = await withTaskGroup(of: SystemError?.self) { group in
            for thread in 0..<count {
                group.addTask { [self] in
                    do throws(SystemError) {
                        try await OwnedThread.run(name, stackSize: OwnedThread.largeStackSize) { self.work(thread) }
                        return nil
                    } catch {
                        // The pool never runs with fewer threads than requested.
                        close()
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
        }
        if let first = failures.first { throw first }
    }

    /// Ends the threads once the queue is empty; later jobs never run.
    package func close() {
        monitor.withLock { $0.isOpen = false }
        monitor.wakeAll()
    }

    private func work(_ thread: Int) {
        while let work = next(thread) {
            switch work {
            case .own(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            case .feature(let job, let feature): feature.run(job)
            }
        }
    }

    private func next(_ thread: Int) -> Work? {
        var wakesAnother = false
        let work: Work? = monitor.waitFor { state in
            guard state.isOpen || !state.jobs.isEmpty else { return .take(nil) }
            switch state.roster.duty(of: thread, jobs: state.jobs.count, at: clock.uptime) {
            case .work(let another):
                wakesAnother = another
                return .take(state.jobs.popFirst())
            // After the end nobody would wake a sleeping thread; the watching thread runs the jobs that are left.
            case .sleep: return state.isOpen ? .wait(until: nil) : .take(nil)
            case .watch(let end): return .wait(until: end)
            }
        }
        if wakesAnother { monitor.wakeOne() }
        return work
    }
}
