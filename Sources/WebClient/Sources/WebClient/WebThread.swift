internal import CURL
internal import Glibc

/// Threads for what blocks, which must not block those that run tasks.
public enum WebThread {
    /// How much stack a thread gets; libcurl and OpenSSL take little.
    private static let stackSize = 512 * 1024

    /// Why there is no thread, as the system says it.
    public struct Failure: Error, Equatable {
        /// The number of the system's error.
        public let code: Int32
    }

    /// Runs `body` on a thread of its own, which is called `web`, and returns once it has ended.
    public static func run<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            let code = start(Work { continuation.resume(returning: .success(body())) })
            if code != 0 { continuation.resume(returning: .failure(Failure(code: code))) }
        }
        return try outcome.get()
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that nobody has to join, and says why it could not.
    private static func start(_ work: Work) -> Int32 {
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
                thread_is_called_web()
                work.body()
                return nil
            }, kept.toOpaque())
        if code != 0 { unsafe kept.release() }
        return code
    }
}
