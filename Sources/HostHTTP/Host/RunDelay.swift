import HostConfig

/// How long the calling thread has waited for a processor so far, while it had something to do.
enum RunDelay {
    /// Nil where the system does not tell.
    static var ofThisThread: Duration? {
        guard let bytes = try? FileSource.read("/proc/thread-self/schedstat") else { return nil }
        return read(String(decoding: bytes, as: UTF8.self))
    }

    /// The second of three numbers, in nanoseconds.
    static func read(_ text: String) -> Duration? {
        let numbers = text.split(separator: " ")
        return numbers.count == 3 ? Int64(numbers[1]).map { .nanoseconds($0) } : nil
    }
}
