@_spi(Hosting) import FeatureKit
import Synchronization

/// Counts how often each of many asks, on all loops together.
final class RateGate<Client: Hashable & Sendable>: Sendable {
    private struct State {
        var rate: TokenRate?
        var buckets: TokenBuckets<Client>?
    }

    private let state: Lock<State>
    /// Whether anything is counted: where nothing is, loops need not wait for each other.
    private let counts: Atomic<Bool>
    private let clock: any ClockSource

    /// - Parameter rate: How often each may ask; nil lets everyone ask as they like.
    init(_ rate: TokenRate? = nil, clock: any ClockSource) {
        self.clock = clock
        state = Lock(State(rate: rate, buckets: rate.map { TokenBuckets($0) }))
        counts = Atomic(rate != nil)
    }

    /// Lets each ask so often from now on.
    func update(_ rate: TokenRate?) {
        state.withLock { state in
            // Buckets go on as they are while nothing changes.
            guard state.rate != rate else { return }
            state = State(rate: rate, buckets: rate.map { TokenBuckets($0) })
            counts.store(rate != nil, ordering: .relaxed)
        }
    }

    /// Counts one that asks; how long they have to wait, where they may not.
    func take(_ client: @autoclosure () -> Client?) -> Duration? {
        guard counts.load(ordering: .relaxed), let client = client() else { return nil }
        // Outside of the lock.
        let now = clock.uptime
        return state.withLock { $0.buckets?.take(client, at: now) }
    }

    /// How long somebody would have to wait, who is not counted.
    func wait(of client: @autoclosure () -> Client?) -> Duration? {
        guard counts.load(ordering: .relaxed), let client = client() else { return nil }
        let now = clock.uptime
        return state.withLock { $0.buckets?.wait(of: client, at: now) }
    }
}
