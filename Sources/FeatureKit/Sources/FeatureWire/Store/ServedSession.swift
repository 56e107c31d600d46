internal import Dispatch
@_spi(Hosting) internal import FeatureKit

/// One reading or transaction of a worker: a body in the host's engine that does what the worker asks for, operation by
/// operation, until the worker ends it.
final class ServedSession: Sendable {
    enum Request: Sendable {
        case operation(StoreOperation)
        case verdict(StoreVerdict)
    }

    private struct State {
        /// A request that has not been taken up yet.
        var request: (Request, conversation: UInt32)?
        /// The conversation whose answer says that a body begins, or that the transaction is over.
        var waiting: UInt32?
        /// Whether a request may come: never a second one before an answer.
        var isOpen = false
        /// Whether the worker's body has begun.
        var hasBegun = false
        var isClosed = false
        /// Why it ended before the worker did.
        var refusal: StoreRefusal?
    }

    /// The worker's body threw: nothing is kept.
    private struct Undone: Error {}

    private let kind: WireKind
    private let access: StoreAccess
    private let pause: Duration
    private let answers: StoreAnswers
    private let onEnd: @Sendable () -> Void
    private let state: Lock<State>
    private let isGivenUp = Signal()
    /// A semaphore, since a body runs on a thread of the engine, without a task.
    private let arrived = DispatchSemaphore(value: 0)

    init(
        _ kind: WireKind, _ conversation: UInt32, of access: StoreAccess, pause: Duration, _ answers: StoreAnswers,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.kind = kind
        self.access = access
        self.pause = pause
        self.answers = answers
        self.onEnd = onEnd
        state = Lock(State(waiting: conversation))
    }

    // MARK: - On the wire's thread

    /// Takes a request of the worker's body.
    func take(_ request: Request, _ conversation: UInt32) throws(WireError) {
        let (refusal, isUnasked) = state.withLock { state -> (StoreRefusal?, Bool) in
            if let refusal = state.refusal { return (refusal, false) }
            guard state.isOpen else { return (nil, true) }
            state.isOpen = false
            state.request = (request, conversation)
            return (nil, false)
        }
        if isUnasked { throw .malformed("a transaction asks before it was answered") }
        guard let refusal else {
            arrived.signal()
            return
        }
        if case .verdict = request { onEnd() }
        answers.refuse(conversation, refusal)
    }

    /// Nobody waits for it any more; a body that has begun goes on.
    func giveUp() { isGivenUp.raise() }

    /// The worker has gone.
    func close() {
        state.withLock { $0.isClosed = true }
        isGivenUp.raise()
        arrived.signal()
    }

    // MARK: - In the engine

    /// Runs it to its end.
    func perform() async { await isGivenUp.cancelling { [self] in await run() } }

    private func run() async {
        var refusal: StoreRefusal?
        do {
            let engine = try access.engine()
            if kind == .write {
                try await engine.write { [self] session in try serve(session, writing: session) }
            } else {
                try await engine.read { [self] session in try serve(session, writing: nil) }
            }
        } catch is Undone {} catch { refusal = StoreRefusal(error, of: access.feature) }
        // A request that waits for the end is answered now, later ones as soon as they come.
        let (waiting, late, isOver) = state.withLock { state -> (UInt32?, UInt32?, Bool) in
            if let waiting = state.waiting.take() { return (waiting, nil, true) }
            state.refusal = refusal ?? .refused(.stopped(access.feature))
            guard let (request, conversation) = state.request.take() else { return (nil, nil, state.isClosed) }
            if case .verdict = request { return (nil, conversation, true) }
            return (nil, conversation, state.isClosed)
        }
        // Before the answer, so that the worker may begin another one right after it.
        if isOver { onEnd() }
        if let conversation = waiting ?? late, let refusal {
            answers.refuse(conversation, refusal)
        } else if let waiting {
            answers.reply(to: waiting) { $0.flag(false) }
        }
    }

    /// The body: does what is asked for until the worker's own body ends; runs again where the engine has to.
    private func serve(_ session: any StoreReading, writing: (any StoreWriting)?) throws {
        // Not by the task alone, which learns that it is cancelled only when it runs.
        if writing != nil, isGivenUp.isRaised, !state.withLock({ $0.hasBegun }) { throw CancellationError() }
        let operations = StoreExecutor(session, writing, access)
        let began = state.withLock { state in
            state.isOpen = true
            state.hasBegun = true
            return state.waiting.take()
        }
        if let began { answers.reply(to: began) { $0.flag(true) } }
        while true {
            let (request, conversation) = try next()
            switch request {
            case .operation(let operation):
                let answer = operations.answer(to: operation, conversation)
                state.withLock { $0.isOpen = true }
                answers.send(answer)
            case .verdict(let verdict):
                state.withLock { $0.waiting = conversation }
                if verdict == .undo { throw Undone() }
                return
            }
        }
    }

    private func next() throws -> (Request, conversation: UInt32) {
        let isInTime = arrived.wait(timeout: .now() + pause.dispatched) == .success
        // Requests from now on are refused once the engine has undone everything.
        guard isInTime else { throw StoreError.silent(access.feature, pause) }
        let (request, isClosed) = state.withLock { state in (state.request.take(), state.isClosed) }
        guard let request, !isClosed else { throw StoreError.stopped(access.feature) }
        return request
    }
}

extension StoreError {
    /// A transaction of a worker that does not go on.
    static func silent(_ feature: String, _ pause: Duration) -> StoreError {
        StoreError(.unavailable, "\(feature): a transaction said nothing for \(pause) and was undone")
    }
}

extension Duration {
    fileprivate var dispatched: DispatchTimeInterval {
        .nanoseconds(Int(clamping: components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
    }
}
