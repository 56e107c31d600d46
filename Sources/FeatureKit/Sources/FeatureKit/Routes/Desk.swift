internal import Synchronization

/// Where questions to a feature lie until its own task group takes them up.
final class Desk: Sendable {
    /// How many questions a feature has open at most; more are refused at once.
    static let mostInFlight = 1_024

    typealias Job = @Sendable () async -> Void

    private let inFlight = Atomic(0)
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    init() { (jobs, entrance) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostInFlight)) }

    /// Takes a question; false where the desk is full or closed.
    func submit(_ job: @escaping Job) -> Bool {
        let (_, before) = inFlight.add(1, ordering: .relaxed)
        if before <= Self.mostInFlight, case .enqueued = entrance.yield(job) { return true }
        inFlight.subtract(1, ordering: .relaxed)
        return false
    }

    /// Takes no more questions; the ones that were taken are still answered.
    func close() { entrance.finish() }

    /// Answers questions side by side until the desk is closed and all are answered.
    func work() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask {
                    await job()
                    self.inFlight.subtract(1, ordering: .relaxed)
                }
            }
        }
    }
}
