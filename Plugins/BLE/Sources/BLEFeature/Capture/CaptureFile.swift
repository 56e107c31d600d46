internal import Glibc

/// A capture on disk, read in chunks on a thread of its own.
actor CaptureFile {
    static let largestFile: UInt64 = 256 << 20
    static let chunk = 64 << 10

    private let thread = ReadingThread()
    private let path: String
    private var descriptor: Int32 = -1
    private var bytesRead: UInt64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(path: String) { self.path = path }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Walks the whole file without looking into its packets: what is broken is said before anything is replayed.
    ///
    /// - Returns: The number of its records.
    /// - Throws: `CaptureError`; `CancellationError`.
    func check() throws -> Int {
        try rewind()
        var format = BTSnoop()
        do {
            while let bytes = try readChunk() {
                try Task.checkCancellation()
                format.append(bytes)
                while try format.next() != nil {}
            }
            try format.finish()
        } catch let problem as CaptureProblem {
            throw CaptureError(path: path, problem: problem)
        }
        return format.count
    }

    /// Begins at the file's start.
    func rewind() throws(CaptureError) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        bytesRead = 0
        do throws(CaptureProblem) { try openFile() } catch { throw CaptureError(path: path, problem: error) }
    }

    /// The next bytes; nil at the end.
    func read() throws(CaptureError) -> [UInt8]? {
        do throws(CaptureProblem) { return try readChunk() } catch { throw CaptureError(path: path, problem: error) }
    }

    private func openFile() throws(CaptureProblem) {
        // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .unreadable(errno: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard facts.st_size <= Self.largestFile else { throw .tooLarge(bytes: UInt64(facts.st_size)) }
    }

    private func readChunk() throws(CaptureProblem) -> [UInt8]? {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            repeat {
                count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                failure = count < 0 ? errno : 0
            } while failure == EINTR
            count = max(0, count)
        }
        guard failure == 0 else { throw .unreadable(errno: failure) }
        // It may have grown since it was opened.
        bytesRead += UInt64(bytes.count)
        guard bytesRead <= Self.largestFile else { throw .tooLarge(bytes: bytesRead) }
        return bytes.isEmpty ? nil : bytes
    }
}
