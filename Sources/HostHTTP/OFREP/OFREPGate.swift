@_spi(Hosting) import FeatureKit
import HTTPServer

/// Who asks more often than the document allows waits.
final class OFREPGate: Sendable {
    private struct State {
        var rate: TokenBuckets.Rate?
        var buckets: TokenBuckets?
    }

    private let state = Lock(State())
    private let clock: any ClockSource

    init(clock: any ClockSource) { self.clock = clock }

    /// Lets each address ask so often from now on; nil lets everyone ask as they like.
    func update(_ rate: TokenBuckets.Rate?) {
        state.withLock { state in
            // Buckets go on as they are while nothing changes.
            guard state.rate != rate else { return }
            state = State(rate: rate, buckets: rate.map { TokenBuckets($0) })
        }
    }

    /// Refuses who asks too fast.
    func check(_ request: Request) throws(OFREPProblem) {
        // The clock is asked where there is something to count, and outside of the lock.
        guard state.withLock({ $0.rate != nil }), let client = ClientNetwork(request.peer) else { return }
        let now = clock.uptime
        if let wait = state.withLock({ $0.buckets?.take(client, at: now) }) { throw .tooFast(wait) }
    }
}
