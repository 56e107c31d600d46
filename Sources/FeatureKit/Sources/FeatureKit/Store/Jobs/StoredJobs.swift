/// What jobs wait for besides their time: they are not even looked at before it is there.
struct JobHold: Sendable {
    /// What a job waits for, by the id of its row; nil where that is nothing.
    let wanted: @Sendable (String) -> String?
    /// Whether it is there.
    let isThere: @Sendable (String) -> Bool
    /// What is raised once more is there.
    let news: @Sendable () -> Signal
}

/// The jobs of a queue, which one loop does.
public struct StoredJobs<Job: Shaped>: Sendable {
    /// How many dead letters are kept; beyond that the oldest are deleted.
    public static var mostDead: Int { 1_000 }
    /// How long it waits after the store failed, twice as long each time.
    private static var pauses: (first: Duration, longest: Duration) { (.seconds(1), .seconds(30)) }

    let queue: JobQueue<Job>
    let store: Store
    let rows: StoredCollection<StoredJob>

    /// Called in the transaction that ends a job.
    public typealias Ended = @Sendable (JobAttempt<Job>, JobEnd, StoreTransaction) throws -> Void

    private final class Work: Sendable {
        let lines = Lock(JobLines())
        let due: Deadlines<String>
        private let clock: FeatureClock
        private let hold: JobHold?
        /// The keys whose first job waits for something, by what that is.
        private let held = Lock<[String: Set<String>]>([:])

        init(_ clock: FeatureClock, most: Int, holding hold: JobHold?) {
            (self.clock, self.hold, due) = (clock, hold, Deadlines(on: clock, limit: most))
        }

        /// The first job of a key that is due; nil where it waits for something that is not there.
        func begin(_ key: String) -> String? {
            guard let (id, until) = lines.withLock({ $0.first(of: key) }) else { return nil }
            guard let hold, let wanted = hold.wanted(id) else { return id }
            // Whether it was held or released meanwhile, it is begun once.
            let isHeld = held.withLock { held in
                guard until > clock.now, !hold.isThere(wanted) else {
                    held[wanted]?.remove(key)
                    due.cancel(key)
                    return false
                }
                held[wanted, default: []].insert(key)
                due.set(key, at: until)
                return true
            }
            guard isHeld else { return id }
            // It may have come since it was looked for.
            release(hold)
            return nil
        }

        /// Begins with what waited as soon as that is there, until the task is cancelled.
        func release() async {
            guard let hold else { return }
            while !Task.isCancelled {
                let news = hold.news()
                release(hold)
                await news.wait()
            }
        }

        private func release(_ hold: JobHold) {
            held.withLock { held in
                for wanted in held.keys.filter(hold.isThere) {
                    for key in held.removeValue(forKey: wanted) ?? [] { due.set(key, at: clock.now) }
                }
            }
        }

        func add(_ id: String, _ row: StoredJob) {
            guard row.state == .waiting else { return }
            // Until it is due or over, whichever comes first.
            // A new one waits behind those that are tried again and were due before.
            let due = min(row.due ?? clock.now, row.until)
            if let due = lines.withLock({ $0.add(id, key: row.key, due: due, until: row.until) }) {
                self.due.set(row.key, at: due)
            }
        }
    }

    /// Does jobs until the feature is asked to stop; jobs that have begun are finished.
    ///
    /// - Parameters:
    ///   - clock: The feature's clock.
    ///   - atOnce: How many are done at the same time.
    ///   - ended: Called in the transaction that ends a job, with how it ended.
    ///   - perform: Does one job, or throws a `JobFailure`.
    public func run(
        on clock: FeatureClock, log: Log, atOnce: Int = 8, ended: @escaping Ended = { _, _, _ in },
        _ perform: @escaping @Sendable (JobAttempt<Job>) async throws -> Void
    ) async { await run(on: clock, log: log, atOnce: atOnce, holding: nil, ended: ended, perform) }

    /// Does jobs as above, each once what it waits for is there.
    func run(
        on clock: FeatureClock, log: Log, atOnce: Int = 8, holding hold: JobHold?,
        ended: @escaping Ended = { _, _, _ in }, _ perform: @escaping @Sendable (JobAttempt<Job>) async throws -> Void
    ) async {
        // Each key has a job that waits, and some of them have one that is being done.
        let work = Work(clock, most: queue.most + max(atOnce, 1), holding: hold)
        await withTaskGroup { group in
            group.addTask { await follow(work, clock, log) }
            group.addTask { await work.release() }
            await withTaskGroup(of: Void.self) { jobs in
                var running = 0
                for await key in work.due {
                    if running == max(atOnce, 1) {
                        await jobs.next()
                        running -= 1
                    }
                    guard let id = work.begin(key) else { continue }
                    running += 1
                    jobs.addTask {
                        let due = await attempt(id, clock, log, ended, perform)
                        if let due = due ?? work.lines.withLock({ $0.removeFirst(of: key) }) {
                            work.due.set(key, at: due)
                        }
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// The jobs that have not ended, the oldest first.
    public func waiting(most: Int) async throws -> [Job] {
        var jobs: [Job] = []
        for try await row in rows.all(where: queue.waiting, order: .by("number")) {
            if jobs.count == most { break }
            if let job = try? row.document.job.decoded(as: Job.self) { jobs.append(job) }
        }
        return jobs
    }

    /// Adds the jobs that wait, then those that are enqueued.
    private func follow(_ work: Work, _ clock: FeatureClock, _ log: Log) async {
        var pause = Self.pauses.first
        while !store.access.isStopping, !Task.isCancelled {
            do {
                let token = try await store.read { try $0.token }
                for try await row in rows.all(where: queue.waiting, order: .by("number")) {
                    work.add(row.id, row.document)
                }
                pause = Self.pauses.first
                for try await change in try await rows.changes(after: token) {
                    guard let row = change.document, row.queue == queue.name else { continue }
                    work.add(change.id, row)
                }
            } catch {
                // Also where so much changed at once that not all of it is there any more: it is read again.
                log.warning(
                    "could not read the jobs that wait; trying again", [("queue", queue.name), ("error", "\(error)")])
                do { try await clock.sleep(for: pause) } catch { return }
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
    }

    /// Tries a job once.
    ///
    /// - Returns: When it is to be tried again; nil where it has ended.
    private func attempt(
        _ rowID: String, _ clock: FeatureClock, _ log: Log, _ ended: @escaping Ended,
        _ perform: @Sendable (JobAttempt<Job>) async throws -> Void
    ) async -> Timestamp? {
        var pause = Self.pauses.first
        var end: (JobAttempt<Job>, JobEnd)?
        // What was done is not done again because the store fails; only a crash repeats it.
        while !Task.isCancelled {
            do {
                if end == nil {
                    guard let row = try await rows.get(rowID)?.document, row.state == .waiting else { return nil }
                    let now = clock.now
                    guard let job = try? row.job.decoded(as: Job.self) else {
                        // It would be as unreadable each time, and hold up those behind it.
                        try await setAside(rowID, "it can't be read: another version enqueued it", log)
                        return nil
                    }
                    let attempt = JobAttempt(
                        id: String(rowID.dropFirst(queue.name.count + 1)), job: job, failures: row.attempts,
                        until: row.until)
                    if row.until <= now {
                        end = (attempt, .expired(row.failure))
                    } else if let due = row.due, due > now {
                        return due
                    } else {
                        switch await outcome(of: attempt, because: row.cause?.cause, perform) {
                        case nil: end = (attempt, .done)
                        case let failure? where failure.isFinal: end = (attempt, .gaveUp(failure.description))
                        case let failure?:
                            return try await postpone(rowID, failure, at: clock.now)
                        }
                    }
                }
                if let end { try await finish(rowID, end, log, ended) }
                return nil
            } catch is CancellationError { return nil } catch {
                guard !store.access.isStopping else { return nil }
                log.warning(
                    "could not store what became of a job; trying again",
                    [("queue", queue.name), ("error", "\(error)")])
                do { try await clock.sleep(for: pause) } catch { return nil }
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
        return nil
    }

    private func outcome(
        of attempt: JobAttempt<Job>, because cause: Cause?, _ perform: @Sendable (JobAttempt<Job>) async throws -> Void
    ) async -> JobFailure? {
        do {
            try await Cause.$current.withValue(cause) { try await perform(attempt) }
            return nil
        } catch let failure as JobFailure { return failure } catch { return .retry("\(error)") }
    }

    private func postpone(_ rowID: String, _ failure: JobFailure, at now: Timestamp) async throws -> Timestamp? {
        try await store.transaction { tx in
            guard var row = try tx.get(rows, rowID)?.document else { return nil }
            row.attempts += 1
            row.failure = String(failure.description.prefix(500))
            let pause = failure.pause ?? JobPause.after(failures: row.attempts, id: rowID)
            let due = min(now.advanced(by: pause), row.until)
            row.due = due
            try tx.put(rows, row, id: rowID)
            return due
        }
    }

    private func finish(
        _ rowID: String, _ end: (attempt: JobAttempt<Job>, how: JobEnd), _ log: Log, _ ended: @escaping Ended
    ) async throws {
        try await store.transaction { tx in
            guard try tx.get(rows, rowID) != nil else { return }
            if case .gaveUp(let reason) = end.how {
                try setAside(rowID, reason, tx)
            } else {
                try tx.delete(rows, rowID)
            }
            try ended(end.attempt, end.how, tx)
        }
        switch end.how {
        case .done: break
        case .expired(let reason):
            log.warning(
                "a job was no longer worth doing", [("queue", queue.name), ("error", reason ?? "it was never tried")])
        case .gaveUp(let reason): log.error("a job was given up", [("queue", queue.name), ("error", reason)])
        }
    }

    /// Keeps a job as a dead letter, and deletes the oldest one where there are too many.
    private func setAside(_ rowID: String, _ reason: String, _ tx: StoreTransaction) throws {
        guard var row = try tx.get(rows, rowID)?.document else { return }
        row.attempts += 1
        (row.state, row.failure) = (.dead, String(reason.prefix(500)))
        try tx.put(rows, row, id: rowID)
        let dead: [StoreCondition] = [.equals("queue", queue.name), .equals("state", StoredJob.State.dead.rawValue)]
        if try tx.count(rows, where: dead) > Self.mostDead,
            let oldest = try tx.first(rows, where: dead, order: .by("number"))
        {
            try tx.delete(rows, oldest.id)
        }
    }

    private func setAside(_ rowID: String, _ reason: String, _ log: Log) async throws {
        try await store.transaction { tx in try setAside(rowID, reason, tx) }
        log.error("a job was given up", [("queue", queue.name), ("error", reason)])
    }
}
