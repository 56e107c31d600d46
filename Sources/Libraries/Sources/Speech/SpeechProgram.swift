internal import CSpawn
internal import FeatureKit
internal import Glibc

/// One run of a program that reads a text and writes bytes, both as files in memory, so that neither ever waits for the other.
///
/// It has a session of its own, and ends with all that it started: at its end, at the time limit and when it is cancelled.
final class SpeechProgram: Sendable {
    private struct State {
        var process: pid_t?
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Ends the program, and keeps one that was not started yet from starting.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let process = state.process { kill(-process, SIGKILL) }
        }
    }

    /// What the program writes; blocks until it has ended, to be called on a thread of its own.
    ///
    /// - Parameters:
    ///   - input: What it reads.
    ///   - limit: How long it may take.
    ///   - mostBytes: How much it may write.
    func output(
        of program: String, _ arguments: [String], input: [UInt8], within limit: Duration, mostBytes: Int
    ) throws(SpeechProblem) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        let reading = unsafe sized_memory_file("input", input.count)
        let writing = unsafe sized_memory_file("output", mostBytes)
        defer {
            close(reading)
            close(writing)
        }
        guard reading >= 0, writing >= 0, unsafe pwrite(reading, input, input.count, 0) == input.count else {
            throw .notStarted(errno)
        }
        let process = try start([program] + arguments, reading: reading, writing: writing)
        let end = descriptor_of_process(process)
        defer { close(end) }
        let isInTime = wait(for: end, until: deadline)
        let status = finish(process)
        if state.withLock({ $0.isCancelled }) { throw .cancelled }
        guard isInTime else { throw .timeLimit(limit) }
        guard status == 0 else { throw .failed(status: status) }
        // The program has moved the place in the file that it shares with this process.
        let count = Int(lseek(writing, 0, SEEK_CUR))
        guard 0..<mostBytes ~= count else { throw .tooLong }
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe pread(writing, &bytes, count, 0) == count else { throw .noSound }
        return bytes
    }

    private func start(_ words: [String], reading: Int32, writing: Int32) throws(SpeechProblem) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        _ = unsafe close_from_in_child(&actions, 3)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = spawn_in_own_session | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        unsafe posix_spawnattr_setflags(&attributes, flags)

        var arguments = unsafe Self.copies(words)
        var environment = unsafe Self.copies(["LANG=C.UTF-8", "PATH=/usr/bin:/bin"])
        defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
        return try state.withLock { state throws(SpeechProblem) in
            guard !state.isCancelled else { throw .cancelled }
            var process: pid_t = 0
            let code = unsafe posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
            guard code == 0 else { throw .notStarted(code) }
            state.process = process
            return process
        }
    }

    private static func copies(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe words.map { unsafe strdup($0) } + [nil]
    }

    /// Whether a process ends in time.
    private func wait(for end: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            var one = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&one, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
            if count > 0 { return true }
            if left <= 0 || count < 0 && errno != EINTR { return false }
        }
    }

    /// Ends what is left of a process and its session, and lets it go; its status, 0 where the host has let it go.
    private func finish(_ process: pid_t) -> Int32 {
        state.withLock { state in
            kill(-process, SIGKILL)
            state.process = nil
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) == -1 {
                if errno != EINTR { return 0 }
            }
            return status
        }
    }
}
