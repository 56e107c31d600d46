@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// Which log lines reach a descriptor, in whatever state it is.
@Suite(.timeLimit(.minutes(1)))
struct LogWriterTests {
    /// A pipe that keeps no more than one page.
    struct Pipe {
        let reader: Descriptor
        let writer: Descriptor

        init() throws {
            var ends: [Int32] = [0, 0]
            try SystemError.check { unsafe pipe(&ends) }
            (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
            let setSize: Int32 = 1031  // F_SETPIPE_SZ
            try SystemError.check { fcntl(writer.number, setSize, Int32(4096)) }
        }

        /// Waits for something and takes it, on a thread that no task needs.
        func read() async throws -> String {
            try await OwnedThread.run("reader") { [reader] in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = unsafe Glibc.read(reader.number, &bytes, bytes.count)
                return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            }
        }

        /// Takes lines until one of them has a text in it.
        func readLines(until text: String) async throws -> [Substring] {
            var all = ""
            repeat { all += try await read() } while !all.contains(text) || !all.hasSuffix("\n")
            return all.split(separator: "\n")
        }

        /// Returns once the pipe is full.
        func untilFull() async {
            var room = pollfd(fd: writer.number, events: Int16(POLLOUT), revents: 0)
            while unsafe poll(&room, 1, 0) != 0 { await Task.yield() }
        }

        /// Fills the pipe up.
        func fill() throws {
            let flags = fcntl(writer.number, F_GETFL)
            try SystemError.check { fcntl(writer.number, F_SETFL, flags | O_NONBLOCK) }
            while unsafe write(writer.number, "x", 1) == 1 {}
            try SystemError.check { fcntl(writer.number, F_SETFL, flags) }
        }
    }

    let clock = TestClock(now: Timestamp(nanoseconds: 1_790_166_667_123_000_000))
    /// What stands before the message of every line here.
    let head = #"{"time":"2026-09-23T12:31:07.123Z","level":"info","feature":"ble","message":"#

    func writer(to descriptor: Int32) throws -> LogWriter {
        try LogWriter(to: descriptor, style: .json, clock: clock.source)
    }

    func running(_ writer: LogWriter, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writer.run() }
            try await body()
            try await group.waitForAll()
        }
    }

    func record(_ message: String) -> LogRecord { LogRecord(level: .info, feature: "ble", message: message) }

    @Test func `lines arrive in order, from before the start to the end`() async throws {
        let pipe = try Pipe()
        let writer = try writer(to: pipe.writer.number)
        let log = Log(feature: "ble", sink: writer)
        log.info("early")
        log.debug("not wanted")
        try await running(writer) {
            writer.line("flagstand: ready")
            writer.setLevels(LogLevels(features: ["ble": .error]))
            log.warning("not wanted any more")
            writer.write(record("late"))
            await writer.close()
        }
        #expect(try await pipe.read() == "\(head)\"early\"}\nflagstand: ready\n\(head)\"late\"}\n")
        #expect(writer.lost == 0)
    }

    @Test func `an observer of levels is told about other levels for as long as it exists`() throws {
        let writer = try writer(to: -1)
        let told = Lock(0)
        var watch = writer.watchLevels { told.withLock { $0 += 1 } }
        for level in [LogLevel.debug, .error] { writer.setLevels(LogLevels(standard: level)) }
        #expect(watch != nil && told.withLock { $0 } == 2)
        watch = nil
        writer.setLevels(LogLevels())
        #expect(told.withLock { $0 } == 2)
    }

    @Test func `a writer that never ran closes`() async throws {
        let writer = try writer(to: -1)
        writer.line("x")
        await writer.close()
    }

    @Test func `a flood of lines does not delay the end`() async throws {
        let nowhere = try Descriptor { unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) }
        let writer = try writer(to: nowhere.number)
        let isOver = Signal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writer.run() }
            group.addTask { while !isOver.isRaised { writer.write(record("spam")) } }
            await writer.close()
            isOver.raise()
            try await group.waitForAll()
        }
    }

    @Test func `a cancelled writer writes the waiting lines`() async throws {
        let pipe = try Pipe()
        let writer = try writer(to: pipe.writer.number)
        try await withThrowingTaskGroup(of: Void.self) { group in
            writer.line("last words")
            group.addTask { try await writer.run() }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(try await pipe.read() == "last words\n")
    }

    @Test func `a reader that does not read loses lines, costs no time, and gets their number`() async throws {
        let pipe = try Pipe()
        let writer = try writer(to: pipe.writer.number)
        let all = 20_000
        try await running(writer) {
            for number in 0..<1_000 { writer.line("line \(number)") }
            await pipe.untilFull()
            // Lines that are written meanwhile fill the queue, and no writer waits.
            for number in 1_000..<all { writer.line("line \(number)") }
            let lines = try await pipe.readLines(until: "were lost")
            let kept = lines.dropLast()
            let lost = all - kept.count
            #expect(lost > 0)
            #expect(kept.count >= LogQueue.mostEntries)
            // The lines arrive in order, and the exact count stands after the lines before the gap.
            let numbers = kept.compactMap { Int($0.dropFirst("line ".count)) }
            #expect(numbers.count == kept.count)
            #expect(numbers == numbers.sorted())
            #expect(
                lines.last.map(String.init)
                    == #"{"time":"2026-09-23T12:31:07.123Z","level":"warning","feature":"host","#
                    + #""message":"lines of the log were lost","lines":"\#(lost)","from":"host \#(lost)"}"#)
            #expect(writer.lost == lost)
            writer.line("and on")
            #expect(try await pipe.read() == "and on\n")
            await writer.close()
        }
    }

    @Test(arguments: [true, false])
    func `the end has a time limit if nobody reads`(isNonblocking: Bool) async throws {
        let pipe = try Pipe()
        try pipe.fill()
        if isNonblocking { try SystemError.check { fcntl(pipe.writer.number, F_SETFL, O_WRONLY | O_NONBLOCK) } }
        let writer = try writer(to: pipe.writer.number)
        try await running(writer) {
            for number in 0..<10 { writer.line("line \(number)") }
            await writer.close(within: .milliseconds(20))
        }
        #expect(writer.lost == 10)
    }

    @Test func `a descriptor that others made nonblocking loses no line`() async throws {
        let pipe = try Pipe()
        try SystemError.check { fcntl(pipe.writer.number, F_SETFL, O_WRONLY | O_NONBLOCK) }
        let writer = try writer(to: pipe.writer.number)
        try await running(writer) {
            for number in 0..<2000 { writer.line("line \(number)") }
            let lines = try await pipe.readLines(until: "line 1999")
            #expect(lines == (0..<2000).map { "line \($0)" })
            await writer.close()
        }
    }

    @Test func `a reader that is gone does no harm`() async throws {
        // The signal of a broken pipe keeps its default in this process, which would end it.
        await #expect(processExitsWith: .success) { try await LogWriterTests().writeToNobody() }
    }

    func writeToNobody() async throws {
        var pipe: Pipe? = try Pipe()
        let copy = Descriptor(owning: dup(try #require(pipe).writer.number))
        pipe = nil
        let writer = try writer(to: copy.number)
        try await running(writer) {
            for _ in 0..<3 { writer.line("x") }
            await writer.close()
        }
        #expect(writer.lost == 3)
        withExtendedLifetime(copy) {}
    }

    @Test func `a closed descriptor does no harm`() async throws {
        let writer = try writer(to: -1)
        try await running(writer) {
            writer.line("x")
            await writer.close()
        }
        #expect(writer.lost == 1)
    }

    @Test func `on a full disk lines are lost and counted, and a line that broke off is ended`() async throws {
        // A limit on a file's size is as good as a full disk, and its own process may have one.
        await #expect(processExitsWith: .success) { try await LogWriterTests().writeBeyondLimit() }
    }

    func writeBeyondLimit() async throws {
        signal(SIGXFSZ, SIG_IGN)
        let scratch = try TestFolder()
        let file = try Descriptor {
            unsafe open(scratch["log"], O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        }
        func setLimit(_ bytes: rlim_t) throws {
            var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
            try SystemError.check { unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) }
        }
        try setLimit(10)
        let writer = try writer(to: file.number)
        try await running(writer) {
            writer.line("12345")
            writer.line("123456789")
            await writer.close()
        }
        #expect(lseek(file.number, 0, SEEK_END) == 10)
        // The line that broke off is lost, the one before it is not; the report did not get through either.
        #expect(writer.lost == 1)

        try SystemError.check { ftruncate(file.number, 0) }
        var output = LogOutput(descriptor: file.number, end: file) { nil }
        var lost = [output.write(Array("12345\n123456789\n1\n".utf8)), output.write(Array("lost\n".utf8))]
        try setLimit(.max)
        lost.append(output.write(Array("here again\n".utf8)))
        #expect(lost == [2, 1, 0])
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe pread(file.number, &bytes, bytes.count, 0)
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "12345\n1234\nhere again\n")
    }
}
