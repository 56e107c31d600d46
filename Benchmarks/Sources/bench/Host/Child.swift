import Glibc
import Measures

/// A process of ours, with one of its outputs on a pipe; it does not outlive its owner.
final class Child {
    /// Which output is read; the other one goes nowhere.
    enum Output: Int32 {
        case standard = 1
        case error = 2
    }

    /// A line and when it came.
    struct Line {
        let text: String
        let uptime: Int64
    }

    /// So many lines are kept to say what a process said last.
    private static let rememberedLines = 20
    private static let chunkSize = 65_536

    let program: String
    let identifier: pid_t
    /// When it was asked for.
    let started: Int64
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var lines: [Line] = []
    private var nextLine = 0
    private var remembered: [String] = []
    private var hasEnded = false
    private var status: Int32?

    init(_ program: String, _ arguments: [String], reading output: Output) throws {
        self.program = program
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw BenchError.system("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        descriptor = ends[0]

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] where stream != output.rawValue {
            unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], output.rawValue)

        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        started = Uptime.nanoseconds
        let code = unsafe posix_spawnp(&identifier, program, &actions, nil, &words, environ)
        self.identifier = identifier
        guard code == 0 else {
            status = code
            throw BenchError.system("can't start \(program)", code)
        }
    }

    deinit {
        close(descriptor)
        guard status == nil else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// The next line; nil when it writes no more.
    ///
    /// - Throws: Where nothing has come by then; `awaited` says what should have.
    func line(within seconds: Double, awaiting awaited: String) throws -> Line? {
        let end = Uptime.nanoseconds + Int64(seconds * 1e9)
        while nextLine == lines.count {
            if hasEnded { return nil }
            lines.removeAll(keepingCapacity: true)
            nextLine = 0
            let rest = end - Uptime.nanoseconds
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard rest > 0 else { throw BenchError.silent(program, awaited, remembered) }
            let found = unsafe poll(&entry, 1, Int32(rest / 1_000_000 + 1))
            if found > 0 { try read() }
        }
        defer { nextLine += 1 }
        return lines[nextLine]
    }

    /// Waits until it ends, having read all that it wrote; its exit code, or its signal below zero.
    func end(within seconds: Double) throws -> Int32 {
        while try line(within: seconds, awaiting: "its end") != nil {}
        var status: Int32 = 0
        guard unsafe waitpid(identifier, &status, 0) == identifier else { throw BenchError.system("waitpid", errno) }
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
        self.status = code
        return code
    }

    /// What it said last, for messages.
    var lastLines: [String] { remembered }

    private func read() throws {
        let uptime = Uptime.nanoseconds
        let chunk = try unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { bytes, count in
            let got = unsafe Glibc.read(descriptor, bytes.baseAddress, Self.chunkSize)
            guard got >= 0 || errno == EINTR else { throw BenchError.system("read", errno) }
            hasEnded = got == 0
            count = max(got, 0)
        }
        buffer += chunk
        var start = buffer.startIndex
        while let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
            add(buffer[start..<end], uptime)
            start = end + 1
        }
        buffer.removeSubrange(..<start)
        if hasEnded, !buffer.isEmpty { add(buffer[...], uptime) }
    }

    private func add(_ bytes: ArraySlice<UInt8>, _ uptime: Int64) {
        let text = String(decoding: bytes, as: UTF8.self)
        lines.append(Line(text: text, uptime: uptime))
        remembered.append(text)
        if remembered.count > Self.rememberedLines { remembered.removeFirst() }
    }
}
