import FeatureKit

/// Lets the publisher wait until every reader has a whole round; what `sync.WaitGroup` is to the peer.
final class RoundGate: Sendable {
    private struct State {
        var missing = 0
        var isGivenUp = false
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

    /// One reader will not get the rest, so nobody waits any more.
    func giveUp() {
        let publisher = state.withLock { state in
            state.isGivenUp = true
            return state.publisher.take()
        }
        publisher?.resume()
    }

    /// Waits until every reader has it all; false where one has given up.
    func wait() async -> Bool {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOver = state.withLock { state in
                let isOver = state.missing == 0 || state.isGivenUp
                if !isOver { state.publisher = continuation }
                return isOver
            }
            if isOver { continuation.resume() }
        }
        return state.withLock { !$0.isGivenUp }
    }
}
