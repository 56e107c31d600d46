@_spi(Hosting) internal import FeatureKit

/// The work that one side does because the other asked for it: concurrent jobs in the task group of that side.
final class Jobs: Sendable {
    typealias Job = @Sendable () async -> Void

    private struct State {
        var queue: [Job] = []
        var worker: Signal?
        var isClosed = false
        /// Signals that cancel a job when nobody waits for its answer any more, by conversation.
        var forgettable: [UInt32: Signal] = [:]
    }

    private let state = Lock(State())

    /// Starts a job soon; false where `work` has ended, and no more jobs are done.
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

    /// Answers a request of the other side; the job is cancelled when that side no longer waits for the answer.
    ///
    /// - Throws: Where the other side uses a number twice, or has too many requests open.
    func begin(_ number: UInt32, _ job: @escaping Job) throws(WireError) {
        let isForgotten = Signal()
        try state.withLock { (state) throws(WireError) in
            guard state.forgettable[number] == nil else { throw .malformed("\(number) is asked twice") }
            // Twice as many, since the other side gets an answer before the job has quite ended.
            guard state.forgettable.count < 2 * WireLimits.questions else {
                throw .tooLarge("more than \(WireLimits.questions) questions")
            }
            state.forgettable[number] = isForgotten
        }
        begin { [self] in
            await isForgotten.cancelling(job)
            state.withLock { $0.forgettable[number] = nil }
        }
    }

    /// Nobody waits any more for the answer to a request.
    func forget(_ number: UInt32) { state.withLock { $0.forgettable[number] }?.raise() }

    /// Does jobs until the task is cancelled, and then cancels all that are not done.
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
            let rest = state.withLock { state in
                state.isClosed = true
                defer { state.queue = [] }
                return state.queue
            }
            // These jobs are cancelled too, and say so to those who wait for them.
            for job in rest { group.addTask { await job() } }
        }
    }
}

extension Signal {
    /// Does some work, and cancels it once this is raised; waits for the work to end in any case.
    func cancelling(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            if isRaised { group.cancelAll() }
            group.addTask { await work() }
            group.addTask { [self] in await wait() }
            // The first of the two to end.
            await group.next()
            group.cancelAll()
        }
    }
}
