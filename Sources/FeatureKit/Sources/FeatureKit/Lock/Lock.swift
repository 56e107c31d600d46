internal import Glibc

/// Guards a state that several threads share; hold it for a few instructions and call out after it.
///
/// It is a pthread mutex because the thread sanitizer understands that one on Linux and takes
/// `Synchronization.Mutex` for a race. Without contention both cost the same.
@safe
public final class Lock<State>: @unchecked Sendable {
    // Unchecked: `state` is only touched between the lock and the unlock of `mutex`.
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes a lock around a first state.
    public init(_ state: sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the state while nobody else has it.
    ///
    /// It must not be called again from inside.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
