/// One queue of requests to a feature, with all callers that wait for an answer from it.
final class Lane: Sendable {
    /// A request and the code that answers it.
    struct Question: Sendable {
        let asker: any RouteAsker
        /// Whether it gets one reply after the other.
        var isStream = false
        let answer: @Sendable () async -> Void
    }

    /// A request that was taken from the queue; its caller waits until `finish`.
    struct Taken: Sendable {
        let question: Question
        fileprivate let place: Int
    }

    private struct State {
        var queue: [Taken] = []
        var worker: CheckedContinuation<Void, Never>?
        var isClosed = false
        /// By index, so that removing one needs no search.
        var waiting: [(any RouteAsker)?] = []
        var freePlaces: [Int] = []
    }

    private let state = Lock(State())

    /// Queues a request; false when the lane is closed.
    func put(_ question: Question) -> Bool {
        let (isTaken, worker) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard !state.isClosed else { return (false, nil) }
            let place = state.freePlaces.popLast() ?? state.waiting.count
            if place == state.waiting.count {
                state.waiting.append(question.asker)
            } else {
                state.waiting[place] = question.asker
            }
            state.queue.append(Taken(question: question, place: place))
            defer { state.worker = nil }
            return (true, state.worker)
        }
        worker?.resume()
        return isTaken
    }

    /// Replaces the content of `hand` with everything that is queued, waiting for the first request; false when no more
    /// will come.
    func take(into hand: inout [Taken]) async -> Bool {
        hand.removeAll(keepingCapacity: true)
        while true {
            let isOpen = state.withLock { state in
                swap(&hand, &state.queue)
                return !state.isClosed
            }
            if !hand.isEmpty { return true }
            guard isOpen else { return false }
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.queue.isEmpty, !state.isClosed else { return false }
                    state.worker = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        }
    }

    /// Removes a request that was answered.
    func finish(_ taken: Taken) {
        state.withLock { state in
            state.waiting[taken.place] = nil
            state.freePlaces.append(taken.place)
        }
    }

    /// Accepts no more; what is queued can still be taken.
    func close() {
        let worker = state.withLock { state in
            state.isClosed = true
            defer { state.worker = nil }
            return state.worker
        }
        worker?.resume()
    }

    /// Everyone who waits for an answer.
    var waiting: [any RouteAsker] { state.withLock { $0.waiting.compactMap(\.self) } }
}
