internal import Glibc

/// A capture on disk, read in chunks on a thread of its own.
actor CaptureFile {
    static let largestFile: UInt64 = 256 << 20
    static let chunk = 64 << 10

    private let thread = ReadingThread()
    private let path: String
    private var descriptor: Int32 = -1
    private var bytesRead: UInt64 = 0
    /// How far it was found to be whole; what has been added since is not read.
    private var checked: UInt64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(path: String) { self.path = path }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens it anew and walks the whole file without looking into its packets: what is broken is said before anything is
    /// replayed.
    ///
    /// It is read from the start afterwards, the same file, whatever has taken its name.
    ///
    /// - Returns: The number of its records.
    /// - Throws: `CaptureError`; `CancellationError`.
    func check() throws -> Int {
        do {
            try openFile()
            var reader = CaptureReader()
            checked = .max
            while let bytes = try readChunk() {
                try Task.checkCancellation()
                reader.append(bytes)
                while try reader.next() != nil {}
            }
            try reader.finish()
            checked = bytesRead
            try seekStart()
            return reader.count
        } catch let problem as CaptureProblem {
            leave()
            throw CaptureError(path: path, problem: problem)
        }
    }

    /// The next bytes of what was checked; nil at the end.
    func read() throws(CaptureError) -> [UInt8]? {
        do throws(CaptureProblem) {
            let bytes = try readChunk()
            guard bytes != nil || bytesRead == checked else { throw .shrunk(from: checked, to: bytesRead) }
            return bytes
        } catch { throw CaptureError(path: path, problem: error) }
    }

    /// Lets go of the file.
    func leave() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func openFile() throws(CaptureProblem) {
        leave()
        bytesRead = 0
        // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .unreadable(errno: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard facts.st_size <= Self.largestFile else { throw .tooLarge(bytes: UInt64(facts.st_size)) }
    }

    private func seekStart() throws(CaptureProblem) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable(errno: errno) }
        bytesRead = 0
    }

    private func readChunk() throws(CaptureProblem) -> [UInt8]? {
        let most = Int(min(UInt64(Self.chunk), checked - bytesRead))
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
        guard bytesRead <= Self.largestFile else { throw .tooLarge(bytes: bytesRead) }
        return bytes.isEmpty ? nil : bytes
    }
}
