@_spi(Hosting) internal import FeatureKit

/// What one side does because the other asked for it: side by side, in the task group of whoever runs the side.
final class Jobs: Sendable {
    typealias Job = @Sendable () async -> Void

    private struct State {
        var queue: [Job] = []
        var worker: Signal?
        var isClosed = false
        /// Those that are forgotten when nobody waits for their answers any more, by their conversations.
        var forgettable: [UInt32: Signal] = [:]
    }

    private let state = Lock(State())

    /// Does a job soon; false where `work` has ended, and nothing is done any more.
    @discardableResult
    func begin(_ job: @escaping Job) -> Bool {
        let (isOpen, worker) = state.withLock { state -> (Bool, Signal?) in
            guard !state.isClosed else { return (false, nil) }
            state.queue.append(job)
            return (true, state.worker.take())
        }
        worker?.raise()
        return isOpen
    }

    /// Answers a question of the other side; the job is cancelled when it forgets the question.
    ///
    /// - Throws: Where the other side uses a number twice, or has too many questions.
    func begin(_ number: UInt32, _ job: @escaping Job) throws(WireError) {
        let isForgotten = Signal()
        try state.withLock { (state) throws(WireError) in
            guard state.forgettable[number] == nil else { throw .malformed("\(number) is asked twice") }
            guard state.forgettable.count < WireLimits.questions else {
                throw .tooLarge("more than \(WireLimits.questions) questions")
            }
            state.forgettable[number] = isForgotten
        }
        begin { [self] in
            await isForgotten.cancelling(job)
            state.withLock { $0.forgettable[number] = nil }
        }
    }

    /// Nobody waits any more for the answer to a question.
    func forget(_ number: UInt32) { state.withLock { $0.forgettable[number] }?.raise() }

    /// Does what comes in until the task is cancelled, and cancels all that is not done then.
    func work() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let (queue, more) = state.withLock { state -> ([Job], Signal) in
                    let more = Signal()
                    defer { state.queue = [] }
                    if state.queue.isEmpty { state.worker = more } else { more.raise() }
                    return (state.queue, more)
                }
                for job in queue { group.addTask { await job() } }
                await more.wait()
            }
            group.cancelAll()
        }
        state.withLock { state in
            state.isClosed = true
            state.queue = []
        }
    }
}

extension Signal {
    /// Does some work, and cancels it once this is raised; the work is waited for in any case.
    func cancelling(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            if isRaised { group.cancelAll() }
            group.addTask { await work() }
            group.addTask { [self] in await wait() }
            // Whichever comes first.
            await group.next()
            group.cancelAll()
        }
    }
}
