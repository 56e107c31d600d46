internal import Dispatch
internal import FeatureKit

/// The threads on which bodies of transactions wait for the host: a limited number, for which further bodies wait in
/// order.
final class BodyThreads: Sendable {
    private struct State {
        /// A queue that nobody shares has a thread of its own for as long as it has something to do.
        var free: [DispatchQueue]
        var waiting: ArraySlice<@Sendable () -> Void> = []
    }

    private let state: Lock<State>

    init(most: Int) { state = Lock(State(free: (0..<most).map { DispatchQueue(label: "body-\($0)") })) }

    /// Runs code that may block its thread.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            submit { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    private func submit(_ job: @escaping @Sendable () -> Void) {
        let free = state.withLock { state -> DispatchQueue? in
            if let free = state.free.popLast() { return free }
            state.waiting.append(job)
            return nil
        }
        free?.async { [self] in
            var next: (@Sendable () -> Void)? = job
            while let job = next {
                job()
                next = state.withLock { state in
                    if let next = state.waiting.popFirst() { return next }
                    if let free { state.free.append(free) }
                    return nil
                }
            }
        }
    }
}
