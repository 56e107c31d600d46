internal import Glibc

/// Guards state that several threads share; hold it for a few instructions, and call other code after it.
///
/// It is a pthread mutex because the thread sanitizer understands that one on Linux and takes
/// `Synchronization.Mutex` for a race. Without contention both cost the same; with it the adaptive kind looks a few
/// more times before it sleeps, which suits locks that are held for a few instructions.
@safe
public final class Lock<State>: @unchecked Sendable {
    // Unchecked: `state` is only touched between the lock and the unlock of `mutex`. It lies behind a pointer because
    // the runtime would check each access to a property once more, which the mutex has done already.
    @usableFromInline let state: UnsafeMutablePointer<State>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes a lock around an initial state.
    public init(_ state: sending State) {
        unsafe self.state = .allocate(capacity: 1)
        unsafe self.state.initialize(to: state)
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        var kind = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&kind)
        unsafe pthread_mutexattr_settype(&kind, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
        unsafe pthread_mutex_init(mutex, &kind)
        unsafe pthread_mutexattr_destroy(&kind)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Runs `body` with the state while no other thread has it.
    ///
    /// `body` must not call it again. It is inlined so that other modules, too, know the state's type.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try unsafe body(&state.pointee)
    }

    @usableFromInline func lock() { unsafe pthread_mutex_lock(mutex) }
    @usableFromInline func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
