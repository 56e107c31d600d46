@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureWire

/// What keeps a rehearsal together whose feature runs in another process.
@Suite(.timeLimit(.minutes(1))) struct RehearsedSourceTests {
    /// A link of which only one side is there.
    private final class HalfLink: WireConnection {
        private let sent = Lock<[WireMessage]>([])
        var all: [WireMessage] { sent.withLock { $0 } }
        var kinds: [WireKind] { all.map(\.kind) }

        func send(_ message: WireMessage) -> Bool {
            guard message.kind != .gone else { return false }
            sent.withLock { $0.append(message) }
            return true
        }

        func sendInPieces(_ message: WireMessage) -> Bool { send(message) }
        var waiting: Int { 0 }
        func close() {}
    }

    /// A worker that does what the test says.
    private final class PlayedSource: WorkerSource {
        struct Crash: Error {}

        let link = HalfLink()
        let mayConnect = Signal()
        let crashes = Signal()
        private let receive = Lock<(@Sendable (WireMessage) throws(WireError) -> Void)?>(nil)

        func run(
            receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
            connected: @escaping @Sendable (any WireConnection) -> Void
        ) async throws {
            self.receive.withLock { $0 = receive }
            await mayConnect.wait()
            connected(link)
            await crashes.wait()
            throw Crash()
        }

        func say(_ message: WireMessage) throws(WireError) { try receive.withLock { $0 }?(message) }
        func rest(after taken: UInt64) throws(WireError) { try say(WireMessage(.rest) { $0.number(taken) }) }
    }

    private final class HandClock: ClockSource {
        let time = Lock((now: Timestamp(nanoseconds: 5), uptime: Duration.seconds(1)))
        var now: Timestamp { time.withLock { $0.now } }
        var uptime: Duration { time.withLock { $0.uptime } }
        func sleep(until uptime: Duration) async throws {}
    }

    private struct Stand {
        let source = PlayedSource()
        let clock = HandClock()
        let executor = RestingExecutor()
        let heard = Lock<[WireKind]>([])
        let connection = Lock<(any WireConnection)?>(nil)

        var rests: Bool { executor.rest() == nil }

        /// Runs a worker, up to where it has been told to begin.
        func run(_ body: (any WireConnection) async throws -> Void) async throws {
            let connected = Signal()
            let run = Task { [source, clock, executor, heard, connection] in
                let rehearsed = RehearsedSource(source, clock: clock, holding: executor)
                try await rehearsed.run { message in
                    heard.withLock { $0.append(message.kind) }
                } connected: { link in
                    connection.withLock { $0 = link }
                    _ = link.send(WireMessage(.begin))
                    connected.raise()
                }
            }
            source.mayConnect.raise()
            await connected.wait()
            let link = try #require(connection.withLock { $0 })
            try await body(link)
            source.crashes.raise()
            await #expect(throws: PlayedSource.Crash.self) { try await run.value }
        }
    }

    @Test func `The host does not rest before the worker has rested after its last message`() async throws {
        let stand = Stand()
        try await stand.run { link in
            // The time, and that it begins.
            #expect(!stand.rests)
            try stand.source.rest(after: 1)
            #expect(!stand.rests)
            try stand.source.rest(after: 2)
            #expect(stand.rests)
            _ = link.send(WireMessage(.drain))
            _ = link.send(WireMessage(.cancel))
            try stand.source.rest(after: 3)
            #expect(!stand.rests)
            // One that was overtaken says nothing new.
            try stand.source.rest(after: 2)
            #expect(!stand.rests)
            try stand.source.rest(after: 4)
            #expect(stand.rests)
            // What was not sent is not waited for.
            #expect(!link.send(WireMessage(.gone)))
            #expect(stand.rests)
            #expect(stand.heard.withLock { $0 } == [])
        }
    }

    @Test func `A worker that begins or ends is waited for, and one that has crashed is not`() async throws {
        let stand = Stand()
        try await stand.run { link in
            try stand.source.rest(after: 2)
            #expect(stand.rests)
            try stand.source.say(WireMessage(.ended))
            #expect(!stand.rests)
            _ = link.send(WireMessage(.drain))
        }
        #expect(stand.rests)
        #expect(stand.heard.withLock { $0 } == [.ended])
    }

    @Test func `A worker that rests after more than it was told breaks the protocol`() async throws {
        let stand = Stand()
        try await stand.run { _ in
            #expect(throws: WireError.malformed("it has taken more messages than it was sent")) {
                try stand.source.rest(after: 3)
            }
            #expect(throws: WireError.self) { try stand.source.say(WireMessage(.rest)) }
            #expect(!stand.rests)
        }
    }

    @Test func `A worker that says something while it rests is waited for until it rests again`() async throws {
        let stand = Stand()
        try await stand.run { _ in
            try stand.source.rest(after: 2)
            let known = stand.executor.rests
            let woken = try #require(stand.executor.rest(after: known))
            // A thread that the worker's executor does not see has woken it.
            try stand.source.say(WireMessage(.reply, 1))
            #expect(stand.heard.withLock { $0 } == [.reply])
            #expect(!stand.rests && !woken.isRaised)
            try stand.source.rest(after: 2)
            #expect(stand.rests && woken.isRaised)
            // That it rests is nothing that anybody waits for twice.
            let next = try #require(stand.executor.rest(after: stand.executor.rests))
            try stand.source.rest(after: 2)
            #expect(!next.isRaised)
        }
    }

    @Test func `The time is told before anything else, and again once it has moved`() async throws {
        let stand = Stand()
        try await stand.run { link in
            #expect(stand.source.link.kinds == [.time, .begin])
            _ = link.send(WireMessage(.drain))
            stand.clock.time.withLock { $0.uptime = .seconds(9) }
            _ = link.sendInPieces(WireMessage(.ask))
            stand.clock.time.withLock { $0.now = Timestamp(nanoseconds: 3) }
            _ = link.send(WireMessage(.cancel))
            #expect(stand.source.link.kinds == [.time, .begin, .drain, .time, .ask, .time, .cancel])
            let clock = RehearsedClock(WireCalls(link, isHost: false))
            for message in stand.source.link.all where message.kind == .time { try clock.set(message) }
            #expect(clock.now == Timestamp(nanoseconds: 3))
            #expect(clock.uptime == .seconds(9))
        }
    }

    @Test func `What a worker says from anywhere is followed by word that it rests`() {
        let link = HalfLink()
        let connection = WorkerRehearsal(tellingOn: link).followed(link)
        _ = connection.send(WireMessage(.reply, 1))
        _ = connection.sendInPieces(WireMessage(.media, 2))
        #expect(link.kinds == [.reply, .rest, .media, .rest])
    }

    @Test func `A worker's end rests once it has done with what it took`() async throws {
        let link = HalfLink()
        let rehearsal = WorkerRehearsal(tellingOn: link)
        func rested() throws -> [UInt64] {
            try link.all.map { try $0.read { (reader) throws(WireError) in try reader.number(UInt64.self) } }
        }
        // Another job on the same thread runs only after the rest before it was reported to the host.
        func told() async {
            await Task(executorPreference: rehearsal.executor) {}.value
            await rehearsal.executor.rest()?.wait()
            await Task(executorPreference: rehearsal.executor) {}.value
        }
        let done = Signal()
        let (began, goOn) = (Signal(), Signal())
        try rehearsal.taking { () throws(WireError) in
            // The owner is this test, which waits for its end.
            Task(executorPreference: rehearsal.executor) {
                began.raise()
                await goOn.wait()
                done.raise()
            }
        }
        await began.wait()
        await told()
        // It waits for something, so it rests; it may have rested after the message, too, before its job came.
        #expect(try rested().last == 1)
        let before = try rested().count
        try rehearsal.taking { () throws(WireError) in goOn.raise() }
        await done.wait()
        await told()
        let all = try rested()
        #expect(all.count > before)
        #expect(all.last == 2)
    }
}
