internal import Synchronization

/// The queue of requests to a feature, until its own task group takes them.
///
/// It has a lane for the feature's own threads and one for each executor that the host lends it, such as the event
/// loops of HTTP connections: a request that is answered on the thread on which it came in costs no change of threads.
final class RouteQueue: Sendable {
    /// How many requests a feature has open at most; more are refused at once.
    static let mostInFlight = 1_024
    /// How many streams it has open besides, so that those who listen for hours keep nobody from making requests.
    static let mostStreams = 10_000

    private let inFlight = Atomic(0)
    private let streams = Atomic(0)
    private let own = Lane()
    private let lent: [(lane: Lane, executor: any LentThread)]

    init(lanes: [any LentThread] = []) { lent = lanes.map { (Lane(), $0) } }

    /// One of the lent threads; nil where there is none with this number.
    func thread(_ number: Int) -> (any LentThread)? { lent.indices.contains(number) ? lent[number].executor : nil }

    /// Queues a request if there is room for it.
    ///
    /// - Parameter number: Which of the lent lanes; nil, or a number without a lane, means the feature's own threads.
    func submit(_ question: Lane.Question, lane number: Int? = nil) -> RouteReceipt {
        let open = add(1, question)
        let most = question.isStream ? Self.mostStreams : Self.mostInFlight
        let lane = number.flatMap { lent.indices.contains($0) ? lent[$0].lane : nil } ?? own
        let receipt: RouteReceipt =
            if open > most { .full } else if lane.put(question) { .taken } else { .closed }
        if receipt != .taken { add(-1, question) }
        return receipt
    }

    /// Changes the number of open requests, or of open streams, and returns it.
    @discardableResult
    private func add(_ number: Int, _ question: Lane.Question) -> Int {
        question.isStream
            ? streams.add(number, ordering: .relaxed).newValue : inFlight.add(number, ordering: .relaxed).newValue
    }

    /// Accepts no more requests; those that were accepted are still answered.
    func close() { for lane in lanes { lane.close() } }

    /// Tells everyone who still waits that no answer will come.
    func abandon(_ error: RouteError) {
        for lane in lanes { for asker in lane.waiting { asker.refused(error) } }
    }

    /// Answers requests concurrently until it is closed and all are answered; cancelling closes it.
    func work() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.work(self.own) }
                for (lane, executor) in lent {
                    group.addTask(executorPreference: executor) { await self.work(lane) }
                }
            }
        } onCancel: {
            close()
        }
    }

    private func work(_ lane: Lane) async {
        await withDiscardingTaskGroup { group in
            var hand: [Lane.Taken] = []
            while await lane.take(into: &hand) {
                for taken in hand {
                    // At once: most handlers never wait, and then nothing is queued for them.
                    group.addImmediateTask {
                        await taken.question.answer()
                        lane.finish(taken)
                        self.add(-1, taken.question)
                    }
                }
            }
        }
    }

    private var lanes: [Lane] { [own] + lent.map(\.lane) }
}
