@_spi(Hosting) import FeatureKit
import Synchronization

/// Counts the requests of each client, on all loops together.
final class RateGate<Client: Hashable & Sendable>: Sendable {
    private struct State {
        var rate: TokenRate?
        var buckets: TokenBuckets<Client>?
    }

    private let state: Lock<State>
    /// Whether anything is counted: where nothing is, loops need not wait for each other.
    private let counts: Atomic<Bool>
    private let clock: any ClockSource

    /// - Parameter rate: The rate limit of each client; nil for none.
    init(_ rate: TokenRate? = nil, clock: any ClockSource) {
        self.clock = clock
        state = Lock(State(rate: rate, buckets: rate.map { TokenBuckets($0) }))
        counts = Atomic(rate != nil)
    }

    /// Sets the rate limit from now on; nil for none.
    func update(_ rate: TokenRate?) {
        state.withLock { state in
            // Buckets go on as they are while nothing changes.
            guard state.rate != rate else { return }
            state = State(rate: rate, buckets: rate.map { TokenBuckets($0) })
            counts.store(rate != nil, ordering: .relaxed)
        }
    }

    /// Counts a request and returns nil, or how long the client has to wait.
    func take(_ client: @autoclosure () -> Client?) -> Duration? {
        guard counts.load(ordering: .relaxed), let client = client() else { return nil }
        // Outside of the lock.
        let now = clock.uptime
        return state.withLock { $0.buckets?.take(client, at: now) }
    }

    /// How long a client would have to wait, without counting a request.
    func wait(of client: @autoclosure () -> Client?) -> Duration? {
        guard counts.load(ordering: .relaxed), let client = client() else { return nil }
        let now = clock.uptime
        return state.withLock { $0.buckets?.wait(of: client, at: now) }
    }
}
