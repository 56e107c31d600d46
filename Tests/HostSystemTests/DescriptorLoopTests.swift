import FeatureKit
import Glibc
import TestSupport
import Testing

@testable import HostSystem

@Suite(.timeLimit(.minutes(1)))
struct DescriptorLoopTests {
    /// A pipe whose reading end the loop looks at.
    struct Pipe {
        let reader: Descriptor
        let writer: Descriptor

        init() throws {
            var ends: [Int32] = [0, 0]
            try SystemError.check { unsafe pipe(&ends) }
            (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        }

        func send() throws { try SystemError.check { unsafe write(writer.number, "x", 1) } }

        func receive() {
            _ = try? SystemError.check { () -> Int in
                var byte: UInt8 = 0
                return unsafe read(reader.number, &byte, 1)
            }
        }
    }

    func running(_ body: (DescriptorLoop) async throws -> Void) async throws {
        let loop = try DescriptorLoop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            defer { group.cancelAll() }
            try await body(loop)
        }
    }

    @Test func `what can be read is called, for as long as something is left`() async throws {
        try await running { loop in
            let pipe = try Pipe()
            let (calls, call) = AsyncStream.makeStream(of: Void.self)
            try pipe.send()
            try pipe.send()
            let token = try loop.add(pipe.reader) {
                pipe.receive()
                call.yield()
            }
            var iterator = calls.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            #expect(await iterator.next() != nil)
            try pipe.send()
            #expect(await iterator.next() != nil)
            loop.remove(token)
        }
    }

    @Test func `what is removed is not called any more, even where it was reported with the one that removes it`()
        async throws
    {
        // Both are readable before the loop runs, so one wait reports both.
        let loop = try DescriptorLoop()
        let pipes = [try Pipe(), try Pipe()]
        let tokens = Lock<[DescriptorLoop.Token]>([])
        let calls = Lock(0)
        for pipe in pipes {
            try pipe.send()
            let token = try loop.add(pipe.reader) {
                calls.withLock { $0 += 1 }
                tokens.withLock { $0 }.forEach(loop.remove)
                loop.stop()
            }
            tokens.withLock { $0.append(token) }
        }
        try await loop.run()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `a loop that was stopped before it ran returns`() async throws {
        let loop = try DescriptorLoop()
        loop.stop()
        try await loop.run()
    }

    @Test func `a cancelled loop returns`() async throws {
        let loop = try DescriptorLoop()
        let task = Task { try await loop.run() }
        task.cancel()
        try await task.value
    }

    @Test func `a descriptor stays open while it is looked at and closes after it`() async throws {
        let loop = try DescriptorLoop()
        var pipe: Pipe? = try Pipe()
        let number = try #require(pipe).reader.number
        let token = try loop.add(try #require(pipe).reader) {}
        pipe = nil
        #expect(fcntl(number, F_GETFD) >= 0)
        loop.remove(token)
        #expect(fcntl(number, F_GETFD) < 0)
    }

    @Test func `a file cannot be looked at, and says so`() async throws {
        let loop = try DescriptorLoop()
        let file = try Descriptor { unsafe open("/proc/self/exe", O_RDONLY | O_CLOEXEC) }
        #expect(throws: SystemError(code: EPERM)) { _ = try loop.add(file) {} }
    }

    @Test func `an owned thread has a name, as much of it as the system keeps`() async throws {
        let name = try await OwnedThread.run("a thread with a long name") {
            try? String(decoding: ProcFile.read("/proc/thread-self/comm"), as: UTF8.self)
        }
        #expect(name == "a thread with a\n")
    }
}
