import FeatureKit

/// Lets the publisher wait until every reader has a whole round; what `sync.WaitGroup` is to the peer.
final class RoundGate: Sendable {
    private struct State {
        var missing = 0
        var publisher: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    /// Starts a round that so many readers have to finish.
    func open(readers: Int) { state.withLock { $0.missing += readers } }

    /// One reader has it all.
    func arrive() {
        let publisher = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.missing -= 1
            guard state.missing == 0 else { return nil }
            return state.publisher.take()
        }
        publisher?.resume()
    }

    /// Returns when every reader has it all.
    func wait() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOver = state.withLock { state in
                if state.missing > 0 { state.publisher = continuation }
                return state.missing == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
