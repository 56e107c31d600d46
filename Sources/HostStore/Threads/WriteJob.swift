@_spi(Hosting) internal import FeatureKit

/// Something that waits for the writer: a transaction, or what must not lie in one.
class WriteJob: @unchecked Sendable {
    // Unchecked: subclasses hold what the writer's thread alone touches between `claim` and `finish`, and the lock.

    /// Whether it runs outside any transaction.
    var isExclusive: Bool { false }

    /// Takes it from the queue; false where it was cancelled.
    func claim() -> Bool { false }

    /// Does it; what comes of it is kept until `finish`.
    func run(_ session: WriteSession) {}

    /// Tells what came of it.
    func finish() {}

    /// Tells that nothing came of it.
    func refuse(_ error: any Error) {}
}

/// A job with a task that waits for what comes of it.
final class WaitingJob<Result: Sendable>: WriteJob, @unchecked Sendable {
    private enum Stage {
        case made
        case waiting(CheckedContinuation<Void, Never>)
        case claimed(CheckedContinuation<Void, Never>)
        case ended
    }

    private struct State {
        var stage = Stage.made
        /// What came of it; the task takes it from here once it goes on.
        var outcome = Swift.Result<Result, any Error>.failure(CancellationError())
    }

    override var isExclusive: Bool { exclusively }

    private let body: @Sendable (WriteSession) throws -> Result
    private let exclusively: Bool
    private let state = Lock(State())

    init(exclusively: Bool = false, _ body: @escaping @Sendable (WriteSession) throws -> Result) {
        self.exclusively = exclusively
        self.body = body
    }

    /// What came of it, once the task goes on; cancelled where it never ran.
    var result: Result { get throws { try state.withLock { $0.outcome }.get() } }

    /// Lets a task wait; false where it was cancelled before.
    func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        state.withLock { state in
            guard case .made = state.stage else { return false }
            state.stage = .waiting(continuation)
            return true
        }
    }

    /// Is not done unless it has begun.
    func cancel() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch state.stage {
            case .made:
                state.stage = .ended
                return nil
            case .waiting(let continuation):
                state.stage = .ended
                return continuation
            case .claimed, .ended: return nil
            }
        }
        waiting?.resume()
    }

    override func claim() -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation) = state.stage else { return false }
            state.stage = .claimed(continuation)
            return true
        }
    }

    override func run(_ session: WriteSession) {
        let outcome = Swift.Result { try body(session) }
        state.withLock { $0.outcome = outcome }
    }

    override func finish() { end(nil) }

    override func refuse(_ error: any Error) { end(error) }

    private func end(_ error: (any Error)?) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch state.stage {
            case .waiting(let continuation), .claimed(let continuation):
                if let error { state.outcome = .failure(error) }
                state.stage = .ended
                return continuation
            case .made, .ended: return nil
            }
        }
        continuation?.resume()
    }
}
