@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import FlagEngine
import HostRuntime
import HostSystem
import JSON
import Testing

@testable import HostHTTP

/// Clients at sockets who follow the flags while these change.
@Suite(.timeLimit(.minutes(3))) struct ToldClientsTests {
    private static let changes = 1_000
    private static let flagCount = 20

    /// Flags that all hold the number of their state.
    private static func snapshot(_ number: Int) -> FlagBoard.Snapshot {
        let flags = (0..<flagCount).map { index in
            TestFlags.flag("flag-\(index)", .integer, [("value", .integer(Int64(number)))], default: "value")
        }
        return FlagBoard.Snapshot(
            TestFlags.program(flags, revision: UInt64(number)), etag: "\(number)",
            since: Timestamp(nanoseconds: Int64(number) * 1_000_000_000))
    }

    @Test func `in a thousand changes none of eight clients gets flags older than its last event`() async throws {
        try await withFlags([]) { house in
            house.board.post(Self.snapshot(1))
            try await withServer(house.front.router, loops: 2) { localSocket in
                let ended = Lock(0)
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            defer { ended.withLock { $0 += 1 } }
                            return try await Self.follow(localSocket)
                        }
                    }
                    for number in 2...Self.changes {
                        house.board.post(Self.snapshot(number))
                        house.front.clock.advance(by: FlagChangeNotifier.pause)
                        await Task.yield()
                    }
                    // The last state is sent once the pause before it is over.
                    while ended.withLock({ $0 }) < 8 {
                        house.front.clock.advance(by: FlagChangeNotifier.pause)
                        await Task.yield()
                    }
                    for try await told in group { #expect(told > 0) }
                }
            }
        }
    }

    /// Follows until the last state and asks twice after each event; returns the number of events.
    private static func follow(_ localSocket: LocalSocket) async throws -> Int {
        let outcome: Result<Int, any Error> = try await OwnedThread.run("client") {
            Result {
                let stream = try localSocket.ask(ClientRequest("GET", "/ofrep/v1/stream"))
                var (told, newest) = (0, 0)
                while newest < changes, let event = try stream.nextEvent() {
                    let etag = try Value(json: event.data)["etag"].flatMap(number) ?? 0
                    #expect(etag > newest, "an event names an older state than the event before")
                    newest = etag
                    told += 1
                    // Their states are as many seconds old as their number says.
                    for query in ["", "?flagConfigEtag=\(etag)&flagConfigLastModified=\(etag)"] {
                        let got = try state(localSocket, query)
                        #expect(got >= newest, "the event named \(newest), the answer was of \(got)\(query)")
                    }
                }
                return told
            }
        }
        return try outcome.get()
    }

    /// The state that an answer with all flags has; all of its flags have to agree on it.
    private static func state(_ localSocket: LocalSocket, _ query: String) throws -> Int {
        let question: Value = ["context": ["targetingKey": "anna"]]
        let reply = try localSocket.ask(ClientRequest("POST", "/ofrep/v1/evaluate/flags\(query)", json: question))
        #expect(reply.head.status == 200)
        let state = number(.text(reply.head["etag"] ?? "")) ?? 0
        guard case .list(let flags)? = try Value(json: reply.body())["flags"] else { return 0 }
        #expect(flags.count == flagCount)
        #expect(flags.allSatisfy { $0["value"] == .integer(Int64(state)) }, "two states are mixed")
        return state
    }

    /// The number at the beginning of a tag.
    private static func number(_ tag: Value) -> Int? {
        guard case .text(let text) = tag else { return nil }
        return Int(text.drop { $0 == "\"" }.prefix { $0.isNumber })
    }
}
