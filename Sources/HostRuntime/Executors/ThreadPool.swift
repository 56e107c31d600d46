package import HostConfig

/// Threads of their own for the tasks of features.
///
/// Features can't then slow down the registry or the operators' door, whatever they do to these threads. Task trees
/// run here by `executorPreference`.
package final class ThreadPool: TaskExecutor {
    private struct State {
        var jobs = JobQueue()
        var idle = 0
        var isOpen = true
    }

    private let name: String
    private let count: Int
    private let monitor = Monitor(State())

    /// Describes the threads; `run()` starts them.
    ///
    /// - Parameters:
    ///   - name: What the threads are called in `top` and debuggers; 15 letters at most count.
    ///   - count: How many there are.
    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wakesOne = monitor.withLock { state in
            state.jobs.append(job)
            return state.idle > 0
        }
        if wakesOne { monitor.wakeOne() }
    }

    /// Runs the threads until the pool is closed and everything that was queued is done.
    ///
    /// - Throws: Why a thread could not start; the others have ended then.
    package func run() async throws(SystemError) {
        let failures = await withTaskGroup(of: SystemError?.self) { group in
            for _ in 0..<count {
                group.addTask { [self] in
                    do throws(SystemError) {
                        try await OwnedThread.run(name, stackSize: OwnedThread.largeStackSize) { self.work() }
                        return nil
                    } catch {
                        // Nobody may count on fewer threads than there should be.
                        close()
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
        }
        if let first = failures.first { throw first }
    }

    /// Lets the threads end once there is nothing to do; jobs that come later never run.
    package func close() {
        monitor.withLock { $0.isOpen = false }
        monitor.wakeAll()
    }

    private func work() {
        while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        var isIdle = false
        return monitor.waitFor { state in
            if isIdle { state.idle -= 1 }
            isIdle = false
            if let job = state.jobs.popFirst() { return .take(job) }
            guard state.isOpen else { return .take(nil) }
            state.idle += 1
            isIdle = true
            return .wait(until: nil)
        }
    }
}
