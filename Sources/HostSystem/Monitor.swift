internal import Glibc

/// A mutex and a condition: what a thread waits on until there is something to do.
@safe
package final class Monitor<State>: @unchecked Sendable {
    // Unchecked: `state` is only touched between lock and unlock of `mutex`.
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ state: sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        // Deadlines are in uptime, so that setting the wall clock moves none of them.
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// What a waiting thread does next.
    package enum Next<Found> {
        case take(Found)
        case wait(until: Duration?)
    }

    /// Looks under the lock until there is something to take, asleep in between.
    package func waitFor<Found>(_ look: (inout State) -> Next<Found>) -> Found {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            switch look(&state) {
            case .take(let found): return found
            case .wait(nil): unsafe pthread_cond_wait(condition, mutex)
            case .wait(let uptime?):
                let (seconds, attoseconds) = max(uptime, .zero).components
                var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
                unsafe pthread_cond_timedwait(condition, mutex, &time)
            }
        }
    }

    package func wakeOne() { unsafe pthread_cond_signal(condition) }

    package func wakeAll() { unsafe pthread_cond_broadcast(condition) }
}
