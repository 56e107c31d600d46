@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureWire

@Suite(.timeLimit(.minutes(1))) struct WireCallsTests {
    private let connection = RecordingConnection()

    private func begin(
        _ calls: WireCalls, _ take: @escaping @Sendable (WireMessage?) -> Void = { _ in }
    ) throws -> UInt32 {
        try calls.begin(.request, writing: { _ in }, take: take)
    }

    @Test func `each side has numbers of its own`() throws {
        let (host, worker) = (WireCalls(connection, isHost: true), WireCalls(connection, isHost: false))
        #expect(try (0..<3).map { _ in try begin(host) } == [2, 4, 6])
        #expect(try (0..<3).map { _ in try begin(worker) } == [3, 5, 7])
        #expect(connection.take().map(\.conversation) == [2, 4, 6, 3, 5, 7])
    }

    @Test func `an answer finds its question, once`() throws {
        let calls = WireCalls(connection, isHost: true)
        let heard = Lock<[String]>([])
        let number = try begin(calls) { message in
            heard.withLock { $0.append(message.map { "\($0.kind.rawValue)" } ?? "gone") }
        }
        for _ in 0..<2 { try calls.answer(WireMessage(.next, number)) }
        #expect(calls.count == 1)
        try calls.answer(WireMessage(.end, number))
        #expect(heard.withLock { $0 } == ["43", "43", "46"])
        #expect(calls.count == 0)
        #expect(throws: WireError.malformed("46 answers no question")) { try calls.answer(WireMessage(.end, number)) }
        #expect(throws: WireError.malformed("43 answers no question")) { try calls.answer(WireMessage(.next, 99)) }
    }

    @Test func `no more than so many at once`() throws {
        let calls = WireCalls(connection, isHost: false)
        var numbers = try (0..<WireLimits.questions).map { _ in try begin(calls) }
        #expect(throws: WireError.busy) { try begin(calls) }
        // One that is forgotten still keeps the other side busy.
        calls.forget(numbers[0])
        #expect(connection.take().last == WireMessage(.forget, numbers[0]))
        #expect(throws: WireError.busy) { try begin(calls) }
        try calls.answer(WireMessage(.reply, numbers[0]))
        numbers[0] = try begin(calls)
        #expect(Set(numbers).count == WireLimits.questions)
    }

    @Test func `whoever waits is told that nobody answers any more`() async throws {
        let calls = WireCalls(connection, isHost: true)
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    await #expect(throws: WireError.closed) { try await calls.ask(.reconfigure) }
                }
            }
            while calls.count < 10 { await Task.yield() }
            calls.closed()
        }
        #expect(throws: WireError.closed) { try begin(calls) }
        #expect(throws: WireError.closed) { try calls.askBlocking(.flag) }
    }

    @Test func `a question that is given up is forgotten`() async throws {
        let calls = WireCalls(connection, isHost: false)
        await withTaskGroup { group in
            group.addTask {
                await #expect(throws: CancellationError.self) { try await calls.ask(.request) }
            }
            while calls.count < 1 { await Task.yield() }
            group.cancelAll()
        }
        #expect(connection.take().map(\.kind) == [.request, .forget])
        // Its answer comes all the same, and is of no matter.
        try calls.answer(WireMessage(.reply, 3))
        #expect(calls.count == 0)
    }

    @Test func `a thread waits no longer than it wants to`() throws {
        let calls = WireCalls(connection, isHost: false)
        #expect(throws: WireError.late) { try calls.askBlocking(.flag, within: .milliseconds(1)) }
        #expect(connection.take().map(\.kind) == [.flag, .forget])
        try calls.answer(WireMessage(.reply, 3))
    }

    @Test func `what can't be sent is not asked`() throws {
        let calls = WireCalls(connection, isHost: false)
        #expect(throws: WireError.tooLarge("a number in it is not finite")) {
            try calls.askBlocking(.flag) { $0.value(.number(.nan)) }
        }
        connection.close()
        #expect(throws: WireError.closed) { try calls.askBlocking(.flag) }
        #expect(calls.count == 0)
        #expect(connection.take().isEmpty)
    }
}
