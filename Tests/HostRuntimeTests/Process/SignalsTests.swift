import FeatureKit
import Glibc
import HostSystem
import Testing

@testable import HostRuntime

@Suite(.timeLimit(.minutes(1)))
struct SignalsTests {
    /// Sends signals to the loop's thread, which holds them back as every thread of the host does.
    ///
    /// The test's other threads do not, so a signal for the whole process could end it.
    func raise(_ signals: [Int32], on loop: DescriptorLoop) async throws {
        let done = Lock<CheckedContinuation<Void, Never>?>(nil)
        var ends: [Int32] = [0, 0]
        try SystemError.check { unsafe pipe(&ends) }
        let (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        try SystemError.check { unsafe write(writer.number, "x", 1) }
        let token = Lock<DescriptorLoop.Token?>(nil)
        await withCheckedContinuation { continuation in
            done.withLock { $0 = continuation }
            let added = try? loop.add(reader) {
                var byte: UInt8 = 0
                _ = unsafe read(reader.number, &byte, 1)
                Signals.hold()
                for signal in signals { Glibc.raise(signal) }
                done.withLock { continuation in
                    defer { continuation = nil }
                    return continuation
                }?.resume()
            }
            token.withLock { $0 = added }
        }
        if let token = token.withLock({ $0 }) { loop.remove(token) }
    }

    @Test func `each signal is told with its wish and its sender`() async throws {
        let loop = try DescriptorLoop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            defer { group.cancelAll() }
            let signals = try Signals(on: loop, reapsOrphans: false)
            var received = signals.received.makeAsyncIterator()
            let rows = [
                (SIGTERM, "SIGTERM", HostSignal.Wish.stop), (SIGINT, "SIGINT", .stop), (SIGHUP, "SIGHUP", .reload),
            ]
            for (number, name, wish) in rows {
                // What nobody asked for is read and not told.
                try await raise([SIGCHLD, number], on: loop)
                let signal = await received.next(isolation: #isolation)
                #expect(signal?.wish == wish)
                #expect(signal?.description == "\(name) from pid \(getpid())")
            }
            signals.stop()
            #expect(await received.next(isolation: #isolation) == nil)
        }
    }

    @Test func `a sender without a number is left out`() {
        #expect(HostSignal(number: UInt32(SIGINT), sender: 0)?.description == "SIGINT")
        #expect(HostSignal(number: UInt32(SIGCHLD), sender: 7) == nil)
    }

    // What runs in a process of its own stands in functions: the macro does not take `unsafe` inside.
    @Test func `held signals are held back, and a broken pipe is an error`() async {
        await #expect(processExitsWith: .success) { try Self.meetHeldSignals() }
    }

    @Test func `ended children of pid 1 are let go`() async {
        // Here it would take other tests' children.
        await #expect(processExitsWith: .success) { try Self.letChildrenGo() }
    }

    static func meetHeldSignals() throws {
        Signals.hold()
        var ends: [Int32] = [0, 0]
        try SystemError.check { unsafe pipe(&ends) }
        close(ends[0])
        // Without the hold each of these ends the process.
        #expect(throws: SystemError(code: EPIPE)) { try SystemError.check { unsafe write(ends[1], "x", 1) } }
        for number in [SIGTERM, SIGINT, SIGHUP] { Glibc.raise(number) }
        var pending = sigset_t()
        unsafe sigpending(&pending)
        for number in [SIGTERM, SIGINT, SIGHUP] {
            let isPending = unsafe sigismember(&pending, number) == 1
            #expect(isPending)
        }
    }

    static func letChildrenGo() throws {
        func startThreeThatEnd() throws -> [pid_t] {
            let children = try (0..<3).map { _ in try Tool.start(["true"]) }
            for child in children {
                var info = unsafe siginfo_t()
                // Waits until it has ended, and leaves it in the table.
                try SystemError.check { unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) }
            }
            return children
        }
        _ = try startThreeThatEnd()
        let alive = try Tool.start(["sleep", "1000"])
        defer { kill(alive, SIGKILL) }
        #expect(Orphans.reap() == 3)
        #expect(Orphans.reap() == 0)

        let early = try startThreeThatEnd()
        let signals = try Signals(on: try DescriptorLoop(), reapsOrphans: true)
        defer { signals.stop() }
        for child in early {
            #expect(throws: SystemError(code: ESRCH)) { try SystemError.check { kill(child, 0) } }
        }
    }
}
