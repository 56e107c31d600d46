internal import Glibc

/// A thread that waits for one event, without the help of Swift's tasks.
@safe
final class WaitingThread: @unchecked Sendable {
    // Unchecked: `isAwake` is only touched while `mutex` is held, `end` by the thread that waits.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let end: UnsafeMutablePointer<timespec>
    private var isAwake = false

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe end = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        var kind = pthread_condattr_t()
        unsafe pthread_condattr_init(&kind)
        // Setting the wall clock does not end a wait.
        unsafe pthread_condattr_setclock(&kind, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &kind)
        unsafe pthread_condattr_destroy(&kind)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe end.deallocate()
    }

    /// Ends the wait, also one that has not begun yet.
    func wake() {
        unsafe pthread_mutex_lock(mutex)
        isAwake = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits until it is woken; false where it was not woken within the limit.
    func wait(within limit: Duration) -> Bool {
        unsafe clock_gettime(CLOCK_MONOTONIC, end)
        // Its seconds and nanoseconds, by place: `tv_sec` belongs to Glibc or to SwiftOverlayShims, whichever the compiler
        // happens to load first, and an import of the latter would do the same to every module that imports this one.
        let words = unsafe UnsafeMutableRawPointer(end).assumingMemoryBound(to: Int.self)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = unsafe words[1] + Int(attoseconds / 1_000_000_000)
        unsafe words[0] += Int(seconds) + nanoseconds / 1_000_000_000
        unsafe words[1] = nanoseconds % 1_000_000_000
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !isAwake {
            guard unsafe pthread_cond_timedwait(condition, mutex, end) != ETIMEDOUT else { return isAwake }
        }
        return true
    }
}
