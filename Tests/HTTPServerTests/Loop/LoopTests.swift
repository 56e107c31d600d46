@_spi(Hosting) import FeatureKit
import TestSupport
import Testing

@testable import HTTPServer

/// Tasks on a loop's thread.
@Suite(.timeLimit(.minutes(1)))
struct LoopTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// What the calling thread is called.
    static var threadName: String {
        let name = (try? ProcFile.read("/proc/thread-self/comm")) ?? []
        return String(decoding: name.dropLast(), as: UTF8.self)
    }

    @Test func `a task that prefers a loop runs on its thread, however often it waits`() async throws {
        try await withServer(loops: 2) { server in
            for (number, loop) in server.server.executors.enumerated() {
                let names = await Task(executorPreference: loop) {
                    var names: Set<String> = []
                    for _ in 0..<1000 {
                        names.insert(Self.threadName)
                        await Task.yield()
                    }
                    return names
                }.value
                #expect(names == ["test-\(number)"])
            }
        }
    }

    @Test func `a task that never rests does not keep clients waiting`() async throws {
        try await withServer { server in
            let loop = server.server.executors[0]
            let busy = Task(executorPreference: loop) { while !Task.isCancelled { await Task.yield() } }
            for _ in 0..<20 {
                let answers = try await server.talk(Self.get + Self.last)
                #expect(answers.map(\.status) == [200, 200])
            }
            busy.cancel()
            await busy.value
        }
    }

    @Test func `a loop's own answer needs no other thread, also for requests in a row`() async throws {
        let loops = Lock<[Loop]>([])
        let responder = ScriptedResponder { request, exchange in
            Task(executorPreference: loops.withLock { $0[exchange.loop] }) {
                await Task.yield()
                exchange.answer(Response(.ok, body: Array(Self.threadName.utf8)))
            }
        }
        try await withServer(responder) { server in
            loops.withLock { $0 = server.server.executors }
            let answers = try await server.talk(String(repeating: Self.get, count: 100) + Self.last)
            #expect(answers.map(\.body) == [String](repeating: "test-0", count: 101))
        }
    }

    /// Runs jobs in a way of its own, and counts them.
    final class Runner: LoopJobRunner, TaskExecutor {
        let loop: Loop
        let runs = Lock(0)

        init(_ loop: Loop) { self.loop = loop }

        func enqueue(_ job: consuming ExecutorJob) { loop.enqueue(UnownedJob(job), of: self) }

        func run(_ job: UnownedJob) {
            runs.withLock { $0 += 1 }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    @Test func `the code that hands jobs over may run them in its own way`() async throws {
        try await withServer { server in
            let runner = Runner(server.server.executors[0])
            let name = await Task(executorPreference: runner) {
                await Task.yield()
                return Self.threadName
            }.value
            #expect(name == "test-0" && runner.runs.withLock { $0 } >= 2)
        }
    }

    @Test func `tasks from before the beginning and after the end run as well`() async throws {
        let server = try HTTPServer(ServerOptions([], loops: 1, name: "early"), responder: ScriptedResponder.echo)
        let loop = server.executors[0]
        let early = Task(executorPreference: loop) { Self.threadName }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            #expect(await early.value == "early-0")
            server.drain(within: .zero)
            try await group.waitForAll()
        }
        let runner = Runner(loop)
        let late = await Task(executorPreference: loop) { Self.threadName }.value
        let lateWithRunner = await Task(executorPreference: runner) { Self.threadName }.value
        #expect(late != "early-0" && lateWithRunner != "early-0")
    }

    @Test func `a server that was drained before it runs returns at once`() async throws {
        let server = try HTTPServer(
            ServerOptions([.address("127.0.0.1", port: 0)], loops: 2), responder: ScriptedResponder.echo)
        server.drain(within: .seconds(100))
        try await server.run()
        #expect(server.counts == ServerCounts())
    }
}
