internal import CURL
internal import FeatureKit

/// Tells a thread that waits for a server to give up.
final class StopSign: Sendable {
    /// What a thread waits with.
    @safe
    private struct Wakeable: @unchecked Sendable {
        // Unchecked: libcurl lets any thread wake it, and it is closed under the lock that it is woken under.
        let waiter: UnsafeMutableRawPointer
    }

    private struct State {
        var isRaised = false
        /// What the thread waits with, as long as it may be woken.
        var wakeable: Wakeable?
    }

    private let state = Lock(State())

    func raise() {
        state.withLock { state in
            state.isRaised = true
            // Under the lock, since the waiter must not be closed meanwhile. It is one byte into a socket.
            if let wakeable = state.wakeable { unsafe curl_waiter_wake(wakeable.waiter) }
        }
    }

    /// Ends the wait, and lets the thread go on.
    func wake() {
        state.withLock { if let wakeable = $0.wakeable { unsafe curl_waiter_wake(wakeable.waiter) } }
    }

    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Lends it what it wakes.
    func wakes(_ waiter: UnsafeMutableRawPointer) {
        let wakeable = unsafe Wakeable(waiter: waiter)
        state.withLock { $0.wakeable = wakeable }
    }

    /// Takes back what it wakes.
    func wakesNobody() { state.withLock { $0.wakeable = nil } }
}
