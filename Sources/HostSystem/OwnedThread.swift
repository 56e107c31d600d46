internal import CLinux
internal import Glibc

/// Threads for calls that block, which must not block those that run tasks.
package enum OwnedThread {
    /// How much stack a thread gets that calls little.
    package static let smallStackSize = 512 * 1024
    /// How much stack a thread gets that runs features' or the host's tasks; memory is only taken where it is used.
    package static let largeStackSize = 8 * 1024 * 1024

    /// Runs `body` on a thread of its own and returns once it has ended; cancellation is the body's affair.
    ///
    /// - Parameter name: what the thread is called in `top` and debuggers; the system keeps 15 bytes of it.
    package static func run<Result: Sendable>(
        _ name: String, stackSize: Int = smallStackSize, _ body: @escaping @Sendable () -> Result
    ) async throws(SystemError) -> Result {
        let outcome: Swift.Result<Result, SystemError> = await withCheckedContinuation { continuation in
            let work = Work(name: name) { continuation.resume(returning: .success(body())) }
            let code = start(work, stackSize)
            if code != 0 { continuation.resume(returning: .failure(SystemError(code: code))) }
        }
        return try outcome.get()
    }

    /// Starts a thread whose end its owner learns of by itself: `body` tells it as the last thing that it does.
    ///
    /// - Parameter name: what the thread is called in `top` and debuggers; the system keeps 15 bytes of it.
    package static func begin(
        _ name: String, stackSize: Int = smallStackSize, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let code = start(Work(name: name, body: body), stackSize)
        if code != 0 { throw SystemError(code: code) }
    }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that nobody has to join, and says why it could not.
    private static func start(_ work: Work, _ stackSize: Int) -> Int32 {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

        let kept = unsafe Unmanaged.passRetained(work)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                OwnedThread.name(work.name)
                work.body()
                return nil
            }, kept.toOpaque())
        if code != 0 { unsafe kept.release() }
        return code
    }

    /// Names the calling thread.
    private static func name(_ name: String) {
        let longestName = 15
        unsafe String(decoding: name.utf8.prefix(longestName), as: UTF8.self).withCString { name in
            _ = unsafe name_this_thread(name)
        }
    }
}
