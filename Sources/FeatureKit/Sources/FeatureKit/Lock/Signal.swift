internal import Synchronization

/// An event that happens once; whoever waits for it goes on, also those who come late.
@_spi(Hosting) public final class Signal: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let raised = Atomic(false)
    private let state = Lock(State())

    /// Makes a signal that is not raised.
    public init() {}

    /// Whether it has happened.
    public var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// Makes it happen; a second time changes nothing.
    public func raise() {
        let waiting = state.withLock { state in
            raised.store(true, ordering: .releasing)
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when it has happened, or when the task is cancelled.
    public func wait() async {
        guard !isRaised else { return }
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                // The cancellation handler may have run already, so the flag is looked at under the lock.
                let waits = state.withLock { state in
                    guard !raised.load(ordering: .relaxed), !Task.isCancelled else { return false }
                    state.waiting[ticket] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in state.waiting.removeValue(forKey: ticket) }
            continuation?.resume()
        }
    }
}
