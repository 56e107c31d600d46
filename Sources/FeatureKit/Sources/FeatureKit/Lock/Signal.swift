internal import Synchronization

/// An event that happens once; everyone who waits for it continues, also those who start to wait afterwards.
@_spi(Hosting) public final class Signal: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var watching: [Int: @Sendable () -> Void] = [:]

        mutating func ticket() -> Int {
            next += 1
            return next
        }
    }

    /// The registration of an action that runs when the signal is raised, until it is forgotten.
    @_spi(Hosting) public struct Watch: Sendable {
        fileprivate let ticket: Int?
    }

    private let raised = Atomic(false)
    private let state = Lock(State())

    /// Makes a signal that is not raised.
    public init() {}

    /// Whether it has been raised.
    public var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// Raises it; raising it again changes nothing.
    public func raise() {
        let (waiting, watching) = state.withLock { state in
            raised.store(true, ordering: .releasing)
            defer { (state.waiting, state.watching) = ([:], [:]) }
            return (Array(state.waiting.values), Array(state.watching.values))
        }
        for continuation in waiting { continuation.resume() }
        for act in watching { act() }
    }

    /// Runs an action when it is raised, on the thread that raises it; at once where it has been raised.
    public func whenRaised(_ act: @escaping @Sendable () -> Void) -> Watch {
        let ticket = state.withLock { state -> Int? in
            guard !raised.load(ordering: .relaxed) else { return nil }
            let ticket = state.ticket()
            state.watching[ticket] = act
            return ticket
        }
        if ticket == nil { act() }
        return Watch(ticket: ticket)
    }

    /// Removes an action, which may be running already.
    public func forget(_ watch: Watch) {
        guard let ticket = watch.ticket else { return }
        state.withLock { state in state.watching[ticket] = nil }
    }

    /// Returns when it has been raised, or when the task is cancelled.
    public func wait() async {
        guard !isRaised else { return }
        let ticket = state.withLock { state in state.ticket() }
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
