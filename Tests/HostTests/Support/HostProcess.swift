@_spi(Hosting) import FeatureKit
import Glibc
import HostConfig
import HostSystem
import Testing

/// The real program while it runs; it and whatever it started are gone when `run` returns.
final class HostProcess: Sendable {
    /// How a process came to its end.
    enum Exit: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// How long anything may take before the test fails; generous, since machines are busy.
    static let limit = Duration.seconds(30)

    /// The process; with a wrapper the wrapper's.
    let id: pid_t
    /// What it writes to its standard output.
    let output = LineStream()
    /// What it writes to its standard error: the log.
    let errors = LineStream()

    private let exit: Lock<Exit?> = Lock(nil)
    private let ended = Signal()

    /// Starts a command, and ends it after `body`.
    static func run<Result>(
        _ command: HostCommand, _ body: (HostProcess) async throws -> Result
    ) async throws -> Result {
        let (process, output, errors) = try start(command)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await OwnedThread.run("stdout") { process.output.read(output) } }
            group.addTask { try await OwnedThread.run("stderr") { process.errors.read(errors) } }
            group.addTask { try await OwnedThread.run("exit") { process.waitForExit() } }
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(process)) } catch { result = .failure(error) }
            process.send(SIGKILL)
            try await group.waitForAll()
            return try result.get()
        }
    }

    /// Runs a command to its end by itself.
    static func end(
        of command: HostCommand, within limit: Duration = limit, at place: SourceLocation = #_sourceLocation
    ) async throws -> (exit: Exit, output: String, errors: String) {
        try await run(command) { process in
            let exit = try await process.exit(within: limit, at: place)
            // The last lines may come after the end of the process.
            _ = try await process.output.first(within: limit) { _ in nil as Void? }
            _ = try await process.errors.first(within: limit) { _ in nil as Void? }
            return (exit, process.output.text, process.errors.text)
        }
    }

    private init(id: pid_t) { self.id = id }

    /// Its reading ends are the only ones that stay open here, so that they end with the process.
    private static func start(
        _ command: HostCommand
    ) throws(SystemError) -> (process: HostProcess, output: Descriptor, errors: Descriptor) {
        let (output, errors) = (try Pipe(), try Pipe())
        let id = try command.spawn(output: output.writing, errors: errors.writing)
        return (HostProcess(id: id), output.reading, errors.reading)
    }

    /// Sends a signal to it alone; none if it has ended.
    func send(_ signal: Int32) {
        exit.withLock { exit in
            // Until it is waited for, its number belongs to nobody else.
            if exit == nil { _ = kill(id, signal) }
        }
    }

    /// Waits for its end.
    func exit(within limit: Duration = limit, at place: SourceLocation = #_sourceLocation) async throws -> Exit {
        let clock = SystemClock()
        let came = try await ended.wait(until: clock.uptime + limit, on: clock)
        try #require(came, "it did not end; its log:\n\(errors.text)", sourceLocation: place)
        return try #require(exit.withLock { $0 }, sourceLocation: place)
    }

    /// Waits for its end and says how it came.
    func expectExit(_ expected: Exit, at place: SourceLocation = #_sourceLocation) async throws {
        let exit = try await exit(at: place)
        #expect(exit == expected, "its log:\n\(errors.text)", sourceLocation: place)
    }

    /// Waits for a line of the log with that text in it, however long ago it came.
    ///
    /// - Parameter seen: How many lines are old news.
    @discardableResult
    func expectLine(
        containing text: String, after seen: Int = 0, at place: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await expect("a line with \(text)", after: seen, at: place) { $0.contains(text) ? $0 : nil }
    }

    /// Waits for a line of the log from which `find` makes something.
    @discardableResult
    func expect<Found>(
        _ what: String, after seen: Int = 0, at place: SourceLocation = #_sourceLocation,
        _ find: (String) throws -> Found?
    ) async throws -> Found {
        let found = try await errors.first(within: Self.limit) { lines in
            for line in lines.dropFirst(seen) { if let found = try find(line) { return found } }
            return nil
        }
        let log = errors.lines.dropFirst(seen).joined(separator: "\n")
        return try #require(found, "there was never \(what); the log:\n\(log)", sourceLocation: place)
    }

    /// Blocks until it has ended, and ends what it left behind.
    private func waitForExit() {
        var news = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &news, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        exit.withLock { exit in
            // The group keeps its number for as long as its first process is not waited for.
            kill(-id, SIGKILL)
            var status: Int32 = 0
            unsafe waitpid(id, &status, 0)
            let signal = status & 0x7f
            exit = signal == 0 ? .code(status >> 8 & 0xff) : .signal(signal)
        }
        ended.raise()
    }
}

/// Both ends of a pipe.
private struct Pipe {
    let reading: Descriptor
    let writing: Descriptor

    /// Made of sockets, which no other process that starts meanwhile inherits; `pipe` could not promise that.
    init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }
}
