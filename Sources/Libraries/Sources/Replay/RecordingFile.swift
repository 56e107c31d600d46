internal import Dispatch
internal import Glibc

/// A recording on disk, read in chunks on a thread of its own.
public actor RecordingFile {
    /// The most bytes that are read at a time.
    public static let chunk = 64 << 10

    private let thread = ReadingThread()
    private let path: String
    private let limit: UInt64
    private var descriptor: Int32 = -1
    private var bytesRead: UInt64 = 0
    /// How far it is read; nil while it is read to its end for the first time.
    private var end: UInt64?

    /// Runs the blocking calls apart from the feature's pool of threads.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// A file that is not opened yet.
    ///
    /// - Parameter limit: The most bytes that it may have.
    public init(path: String, limit: UInt64) { (self.path, self.limit) = (path, limit) }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Opens the file, again where it was open.
    public func open() throws(FileProblem) {
        close()
        (bytesRead, end) = (0, nil)
        // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
        descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .unreadable(errno: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard facts.st_size <= limit else { throw .tooLarge(bytes: UInt64(facts.st_size), limit: limit) }
    }

    /// The next bytes; nil at the end.
    public func read() throws(FileProblem) -> [UInt8]? {
        let most = Int(min(UInt64(Self.chunk), (end ?? .max) - bytesRead))
        guard most > 0 else { return nil }
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            repeat {
                count = unsafe Glibc.read(descriptor, buffer.baseAddress, most)
                failure = count < 0 ? errno : 0
            } while failure == EINTR
            count = max(0, count)
        }
        guard failure == 0 else { throw .unreadable(errno: failure) }
        bytesRead += UInt64(bytes.count)
        // It may have grown since it was opened.
        guard bytesRead <= limit else { throw .tooLarge(bytes: bytesRead, limit: limit) }
        guard bytes.isEmpty else { return bytes }
        if let end { throw .shrunk(from: end, to: bytesRead) }
        return nil
    }

    /// Goes back to the start; the same file is read again as far as it was read before, whatever was added to it since.
    public func rewind() throws(FileProblem) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable(errno: errno) }
        (bytesRead, end) = (0, bytesRead)
    }

    /// Closes the file.
    public func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Opens the file, reads all of it and closes it.
    public func readAll() throws(FileProblem) -> [UInt8] {
        defer { close() }
        try open()
        var all: [UInt8] = []
        while let bytes = try read() { all += bytes }
        return all
    }
}

/// Why a recording can't be read.
public enum FileProblem: Error, Equatable, Sendable {
    /// The system refuses to open or read it.
    case unreadable(errno: Int32)
    /// It is a folder, a pipe or a device.
    case notAFile
    case tooLarge(bytes: UInt64, limit: UInt64)
    /// It became shorter while it was played.
    case shrunk(from: UInt64, to: UInt64)
}

extension FileProblem: CustomStringConvertible {
    /// The problem in words, as they follow the file's name.
    public var description: String {
        switch self {
        case .unreadable(ENOENT): "there is no such file"
        case .unreadable(let code): "can't be read: \(unsafe String(cString: strerror(code)))"
        case .notAFile: "is not a file"
        case .tooLarge(let bytes, let limit):
            "has \(bytes) bytes; recordings of more than \(limit) bytes are not read, cut it into parts"
        case .shrunk(let before, let now): "had \(before) bytes, and ended after \(now) while it was played"
        }
    }
}

private final class ReadingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "recording")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
