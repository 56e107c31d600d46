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
    private enum State {
        case made
        case waiting(CheckedContinuation<Result, any Error>)
        case claimed(CheckedContinuation<Result, any Error>)
        case ended
    }

    override var isExclusive: Bool { exclusively }

    private let body: @Sendable (WriteSession) throws -> Result
    private let exclusively: Bool
    private let state = Lock(State.made)
    private var outcome: Swift.Result<Result, any Error>?

    init(exclusively: Bool = false, _ body: @escaping @Sendable (WriteSession) throws -> Result) {
        self.exclusively = exclusively
        self.body = body
    }

    /// Lets a task wait; false where it was cancelled before.
    func wait(_ continuation: CheckedContinuation<Result, any Error>) -> Bool {
        state.withLock { state in
            guard case .made = state else { return false }
            state = .waiting(continuation)
            return true
        }
    }

    /// Is not done unless it has begun.
    func cancel() {
        let waiting = state.withLock { state -> CheckedContinuation<Result, any Error>? in
            switch state {
            case .made:
                state = .ended
                return nil
            case .waiting(let continuation):
                state = .ended
                return continuation
            case .claimed, .ended: return nil
            }
        }
        waiting?.resume(throwing: CancellationError())
    }

    override func claim() -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation) = state else { return false }
            state = .claimed(continuation)
            return true
        }
    }

    override func run(_ session: WriteSession) { outcome = Swift.Result { try body(session) } }

    override func finish() {
        guard let outcome else { return }
        end()?.resume(with: outcome)
    }

    override func refuse(_ error: any Error) { end()?.resume(throwing: error) }

    private func end() -> CheckedContinuation<Result, any Error>? {
        state.withLock { state in
            defer { state = .ended }
            switch state {
            case .waiting(let continuation), .claimed(let continuation): return continuation
            case .made, .ended: return nil
            }
        }
    }
}
