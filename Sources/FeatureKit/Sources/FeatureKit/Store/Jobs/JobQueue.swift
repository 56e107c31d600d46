/// Jobs that are stored until they are done, given up or no longer worth doing, such as mails to send.
///
/// Transactions enqueue jobs, and `context.store.jobs(queue)` does them. A module names its queues in its contracts:
/// `.queues(Self.mails)`.
public struct JobQueue<Job: Shaped>: Sendable {
    /// The queue's name, unique in the module.
    public let name: String
    /// How many jobs may wait.
    public let most: Int

    /// Declares a queue.
    public init(_ name: String, most: Int = 100_000) {
        self.name = name
        self.most = most
    }

    func rowID(_ id: String) -> String { "\(name) \(id)" }

    /// What finds the jobs that have not ended.
    var waiting: [StoreCondition] {
        [.equals("queue", name), .equals("state", StoredJob.State.waiting.rawValue)]
    }
}

extension Contract {
    /// The feature has a queue of jobs.
    public static func queues<Job>(_ queue: JobQueue<Job>) -> Contract { .keeps(.jobs) }
}

extension Store {
    /// The jobs of a queue, for the code that does them.
    ///
    /// - Throws: `undeclared` where no contract says `.queues(queue)`.
    public func jobs<Job>(_ queue: JobQueue<Job>) throws(StoreError) -> StoredJobs<Job> {
        StoredJobs(queue: queue, store: self, rows: try access.kitCollection(Documents.jobs))
    }
}

extension StoreTransaction {
    /// Enqueues a job that is done at least once after this transaction is on the disk, also after a crash.
    ///
    /// - Parameters:
    ///   - id: Its id, unique in the queue; while a job with the same id waits, no other is enqueued.
    ///   - key: Jobs with the same key are done one after the other, in the order in which they were enqueued.
    ///   - person: The person whose job it is; the job is deleted where that person is erased.
    ///   - due: When to start it; at once by default.
    ///   - until: When it is no longer worth doing.
    /// - Returns: Whether it was enqueued.
    /// - Throws: `full` where too many wait.
    @discardableResult
    public func enqueue<Job>(
        _ job: Job, in queue: JobQueue<Job>, id: String, key: String, person: String? = nil, due: Timestamp? = nil,
        until: Timestamp
    ) throws(StoreError) -> Bool {
        let value: Value
        do { value = try Value(encoding: job) } catch { throw .misfit(id, in: queue.name, error) }
        return try enqueue(value, in: queue, id: id, key: key, person: person, due: due, until: until)
    }

    /// Enqueues what a job is as plain data.
    func enqueue<Job>(
        _ job: Value, in queue: JobQueue<Job>, id: String, key: String, person: String?, due: Timestamp?,
        until: Timestamp
    ) throws(StoreError) -> Bool {
        let rows = try access.kitCollection(Documents.jobs)
        let rowID = queue.rowID(id)
        if let row = try get(rows, rowID) {
            // A job that was given up is tried again where it is enqueued again.
            guard row.document.state == .dead else { return false }
        }
        let number = try nextNumber(of: queue.rowID(""), in: rows, where: queue.waiting, most: queue.most)
        let row = StoredJob(
            queue: queue.name, number: number, key: key, person: person, job: job, due: due, until: until,
            cause: Cause.current.map(StoredCause.init))
        try put(rows, row, id: rowID)
        return true
    }
}

/// A job as it is stored.
@Record struct StoredJob: Equatable {
    enum State: String, CaseIterable, Shaped { case waiting, dead }

    /// Which queue.
    let queue: String
    /// Its place in the order of the commits.
    let number: Int
    /// Jobs with the same key are done one after the other.
    let key: String
    /// Whose job it is.
    let person: String?
    /// What to do.
    let job: Value
    /// How often it failed.
    var attempts = 0
    /// When it may be tried next.
    var due: Timestamp?
    /// When it is no longer worth doing.
    let until: Timestamp
    /// Why it failed last.
    var failure: String?
    /// Whether it waits or was given up.
    var state: State = .waiting
    /// What it goes back to.
    let cause: StoredCause?

    static let documents = Documents<StoredJob>(
        KitCollection.jobs.rawValue, indexes: [.on("queue", "state", "number"), .on("person")],
        person: .deletes("person"))
}

extension Documents where Document == StoredJob {
    static var jobs: Self { StoredJob.documents }
}
