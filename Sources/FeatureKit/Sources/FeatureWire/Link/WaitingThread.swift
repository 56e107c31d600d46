internal import Glibc
// `timespec` belongs to this module or to the one above, whichever the compiler loads first; which one it is depends on the
// files that it compiles together.
internal import SwiftOverlayShims

/// A thread that waits for one event, without the help of Swift's tasks.
@safe
final class WaitingThread: @unchecked Sendable {
    // Unchecked: `isAwake` is only touched while `mutex` is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isAwake = false

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        var kind = pthread_condattr_t()
        unsafe pthread_condattr_init(&kind)
        // Whoever sets the wall clock does not end a wait.
        unsafe pthread_condattr_setclock(&kind, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &kind)
        unsafe pthread_condattr_destroy(&kind)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Lets it go on, also where it does not wait yet.
    func wake() {
        unsafe pthread_mutex_lock(mutex)
        isAwake = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits until somebody wakes it; false where nobody did for so long.
    func wait(within limit: Duration) -> Bool {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let (seconds, attoseconds) = limit.components
        end.tv_sec += Int(seconds)
        end.tv_nsec += Int(attoseconds / 1_000_000_000)
        if end.tv_nsec >= 1_000_000_000 {
            end.tv_sec += 1
            end.tv_nsec -= 1_000_000_000
        }
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !isAwake {
            guard unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT else { return isAwake }
        }
        return true
    }
}
