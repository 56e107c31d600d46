@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// The one thread that writes to a store: what waits is run one after another and committed together.
final class StoreWriter: Sendable {
    /// How many jobs may wait.
    static let mostWaiting = 4_096
    /// How many transactions one commit holds at most.
    static let mostInBatch = 256
    /// How long transactions are added to one commit, which those that ran first wait for.
    static let longestBatch = Duration.milliseconds(10)

    /// What the writer has done so far.
    struct Counts: Sendable, Equatable {
        /// Transactions that were committed.
        var commits = 0
        /// Commits that it took.
        var batches = 0
        /// Transactions that were turned away or failed because of the disk.
        var refused = 0
    }

    private struct State {
        var jobs: [WriteJob] = []
        var isStarted = false
        var isClosed = false
        var counts = Counts()
        var quota: StoreQuota
        var tally: StoreTally
    }

    /// Raised once the thread has ended, or will never start.
    let ended = Signal()
    private let monitor: Monitor<State>
    private let session: Lock<WriteSession?>
    private let feature: String
    private let onCommit: @Sendable (Int64) -> Void

    /// - Parameters:
    ///   - session: The writer's connection; it is nobody else's from here on.
    ///   - onCommit: Called with the version of the last committed change.
    init(_ session: WriteSession, quota: StoreQuota, onCommit: @escaping @Sendable (Int64) -> Void) {
        feature = session.schema.feature
        monitor = Monitor(State(quota: quota, tally: session.now))
        self.session = Lock(session)
        self.onCommit = onCommit
    }

    /// What has been done, how many wait, and what the store holds.
    var status: (counts: Counts, waiting: Int, tally: StoreTally) {
        monitor.withLock { ($0.counts, $0.jobs.count, $0.tally) }
    }

    func setQuota(_ quota: StoreQuota) { monitor.withLock { $0.quota = quota } }

    /// Runs a job; cancelled while it waits, it does not run.
    func run<Result: Sendable>(_ job: WaitingJob<Result>) async throws -> Result {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard job.wait(continuation) else { return continuation.resume() }
                if let refusal = add(job) { job.refuse(refusal) }
            }
        } onCancel: {
            job.cancel()
        }
        return try job.result
    }

    private enum Adding {
        case waits
        case starts
        case refused(StoreError)
    }

    private func add(_ job: WriteJob) -> StoreError? {
        let adding = monitor.withLock { state -> Adding in
            guard !state.isClosed else { return .refused(.stopped(feature)) }
            guard state.jobs.count < Self.mostWaiting else {
                state.counts.refused += 1
                return .refused(.crowded(feature, waiting: state.jobs.count))
            }
            state.jobs.append(job)
            defer { state.isStarted = true }
            return state.isStarted ? .waits : .starts
        }
        switch adding {
        case .refused(let error): return error
        case .waits: monitor.wakeOne()
        case .starts:
            do {
                try OwnedThread.begin("store-\(feature)", stackSize: OwnedThread.largeStackSize) { self.serve() }
            } catch {
                monitor.withLock { $0.isStarted = false }
                refuseAll(.threadless(feature, "\(error)"))
            }
        }
        return nil
    }

    /// Takes nothing more; what runs is finished, and what waits is refused.
    func close() {
        let wasStarted = monitor.withLock { state in
            state.isClosed = true
            return state.isStarted
        }
        refuseAll(.stopped(feature))
        monitor.wakeOne()
        if !wasStarted { end() }
    }

    private func refuseAll(_ error: StoreError) {
        let jobs = monitor.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.refuse(error) }
    }

    private func end() {
        session.withLock { $0 = nil }
        ended.raise()
    }

    // MARK: The thread

    private func serve() {
        defer { end() }
        guard let session = session.withLock({ $0 }) else { return }
        var hand: ArraySlice<WriteJob> = []
        // One that was claimed and has to be alone; nobody can claim it a second time.
        var held: WriteJob?
        var log = LogKeeper()
        while true {
            if hand.isEmpty, held == nil {
                guard let more = waitForJobs() else { return }
                hand = more[...]
            }
            guard let first = held.take() ?? next(&hand) else { continue }
            if first.isExclusive {
                first.run(session)
                first.finish()
            } else {
                held = commit(first, &hand, session)
            }
            log.keep(session.connection)
        }
    }

    /// Everything that waits; nil when nothing more will come.
    private func waitForJobs() -> [WriteJob]? {
        monitor.waitFor { state in
            if !state.jobs.isEmpty {
                var jobs: [WriteJob] = []
                swap(&jobs, &state.jobs)
                return .take(jobs)
            }
            return state.isClosed ? .take(nil) : .wait(until: nil)
        }
    }

    /// The next job that nobody has cancelled; also of those that came while others ran.
    private func next(_ hand: inout ArraySlice<WriteJob>) -> WriteJob? {
        while true {
            while let job = hand.popFirst() { if job.claim() { return job } }
            let more = monitor.withLock { state in
                defer { state.jobs = [] }
                return state.jobs
            }
            guard !more.isEmpty else { return nil }
            hand = more[...]
        }
    }

    /// - Returns: The next job, if it can't run inside a transaction.
    private func commit(
        _ first: WriteJob, _ hand: inout ArraySlice<WriteJob>, _ session: WriteSession
    ) -> WriteJob? {
        let quota = monitor.withLock { $0.quota }
        do throws(SQLiteFailure) { try session.begin(within: quota) } catch {
            // The process that holds the file blocks all of these jobs, and one wait for it was enough.
            let error = session.failed(error)
            var refused = 1
            first.refuse(error)
            while let job = hand.popFirst() {
                guard job.claim() else { continue }
                job.refuse(error)
                refused += 1
            }
            count(refused: refused)
            return nil
        }
        let start = ContinuousClock.now
        var batch = [first]
        var held: WriteJob?
        first.run(session)
        while session.isWhole, batch.count < Self.mostInBatch, start.duration(to: .now) < Self.longestBatch,
            let job = next(&hand)
        {
            guard !job.isExclusive else {
                held = job
                break
            }
            batch.append(job)
            job.run(session)
        }
        do throws(SQLiteFailure) { try session.commit() } catch {
            guard batch.count > 1 else {
                count(refused: 1)
                first.refuse(session.failed(error))
                return held
            }
            // One of them may be why, such as a blob for which there is no room.
            for job in batch { commitAlone(job, session, quota) }
            return held
        }
        tell(batch, session)
        return held
    }

    private func commitAlone(_ job: WriteJob, _ session: WriteSession, _ quota: StoreQuota) {
        do throws(SQLiteFailure) {
            try session.begin(within: quota)
            job.run(session)
            try session.commit()
        } catch {
            count(refused: 1)
            return job.refuse(session.failed(error))
        }
        tell([job], session)
    }

    private func tell(_ batch: [WriteJob], _ session: WriteSession) {
        let tally = session.now
        monitor.withLock { state in
            state.counts.commits += batch.count
            state.counts.batches += 1
            state.tally = tally
        }
        onCommit(tally.version)
        for job in batch { job.finish() }
    }

    private func count(refused: Int) { monitor.withLock { $0.counts.refused += refused } }
}
