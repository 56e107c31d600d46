internal import Synchronization

/// Where questions to a feature lie until its own task group takes them up.
final class Desk: Sendable {
    /// How many questions a feature has open at most; more are refused at once.
    static let mostInFlight = 1_024

    typealias Job = @Sendable () async -> Void

    /// What became of a question that was handed in.
    enum Receipt {
        case taken
        case full
        case closed
    }

    private let inFlight = Atomic(0)
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    init() { (jobs, entrance) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostInFlight)) }

    /// Takes a question if there is room for it.
    func submit(_ job: @escaping Job) -> Receipt {
        let (_, open) = inFlight.add(1, ordering: .relaxed)
        let receipt: Receipt =
            if open > Self.mostInFlight { .full } else {
                switch entrance.yield(job) {
                case .enqueued: .taken
                case .dropped: .full
                default: .closed
                }
            }
        if receipt != .taken { inFlight.subtract(1, ordering: .relaxed) }
        return receipt
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
