internal import FeatureKit

/// One thread that runs an actor and keeps its alarms, so that neither waits for any pool.
package final class SerialThread: SerialExecutor, TaskExecutor {
    private struct Alarm {
        let id: UInt64
        let at: Duration
        let ring: @Sendable () -> Void
    }

    private enum Work {
        case job(UnownedJob)
        case alarm(Alarm)
        case end
    }

    private struct State {
        var jobs = JobQueue<UnownedJob>()
        var alarms: [Alarm] = []
        var nextAlarm: UInt64 = 0
        var isOpen = true
    }

    private let name: String
    private let uptime: @Sendable () -> Duration
    private let monitor = Monitor(State())

    /// Describes the thread; `run()` starts it.
    ///
    /// - Parameters:
    ///   - name: What the thread is called in `top` and debuggers; only the first 15 letters are used.
    ///   - uptime: Where the time of alarms comes from, which has to be the machine's monotonic clock.
    package init(name: String, uptime: @escaping @Sendable () -> Duration) {
        self.name = name
        self.uptime = uptime
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        monitor.withLock { $0.jobs.append(job) }
        monitor.wakeOne()
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

    /// Calls `ring` on the thread once the uptime has come, earlier alarms first; the number cancels it.
    package func setAlarm(at uptime: Duration, _ ring: @escaping @Sendable () -> Void) -> UInt64 {
        let id = monitor.withLock { state in
            state.nextAlarm += 1
            state.alarms.append(Alarm(id: state.nextAlarm, at: uptime, ring: ring))
            return state.nextAlarm
        }
        monitor.wakeOne()
        return id
    }

    package func cancelAlarm(_ id: UInt64) { monitor.withLock { $0.alarms.removeAll { $0.id == id } } }

    /// Runs the thread until it is closed and everything that was queued is done.
    package func run() async throws(SystemError) {
        try await OwnedThread.run(name, stackSize: OwnedThread.largeStackSize) { self.work() }
    }

    /// Lets the thread end once there is nothing to do; jobs that come later never run.
    package func close() {
        monitor.withLock { $0.isOpen = false }
        monitor.wakeAll()
    }

    private func work() {
        while true {
            switch next() {
            case .job(let job):
                unsafe job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .alarm(let alarm): alarm.ring()
            case .end: return
            }
        }
    }

    private func next() -> Work {
        monitor.waitFor { state in
            // There are few alarms, and of those for one moment the first that was set comes first.
            let next = state.alarms.indices.min { state.alarms[$0].at < state.alarms[$1].at }
            if let next, state.alarms[next].at <= uptime() {
                return .take(.alarm(state.alarms.remove(at: next)))
            }
            if let job = state.jobs.popFirst() { return .take(.job(job)) }
            guard state.isOpen else { return .take(.end) }
            return .wait(until: next.map { state.alarms[$0].at })
        }
    }
}
