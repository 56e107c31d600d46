internal import Glibc

/// A recording on disk; it blocks.
enum SessionFile {
    static let mostBytes = 64 << 20
    static let mostLines = 100_000
    private static let chunk = 64 << 10

    static func read(_ path: String) throws(SessionProblem) -> [UInt8] {
        // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SessionProblem(path: path, reason: .unreadable(errno: errno)) }
        defer { close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else {
            throw SessionProblem(path: path, reason: .unreadable(errno: errno))
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw SessionProblem(path: path, reason: .notAFile) }
        var bytes: [UInt8] = []
        while true {
            // It may grow while it is read.
            let size = max(bytes.count, Int(facts.st_size))
            guard size <= mostBytes else { throw SessionProblem(path: path, reason: .tooLarge(bytes: size)) }
            var failure: Int32 = 0
            let more = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
                repeat {
                    count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                    failure = count < 0 ? errno : 0
                } while failure == EINTR
                count = max(0, count)
            }
            guard failure == 0 else { throw SessionProblem(path: path, reason: .unreadable(errno: failure)) }
            if more.isEmpty { return bytes }
            bytes += more
        }
    }
}
