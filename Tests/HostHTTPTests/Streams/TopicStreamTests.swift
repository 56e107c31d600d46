@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime
import Testing

@testable import HostHTTP

/// Apps follow the topics that a feature lets them follow, over a real connection.
@Suite(.timeLimit(.minutes(1))) struct TopicStreamTests {
    private static let tap = "/api/v1/bars/stream/bars.tap"
    private static let clink = "/api/v1/bars/stream/bars.clink"

    @Test func `a state is sent at once and at each change, until the feature is off`() async throws {
        try await withFront { front in
            try await withServer(front.router) { localSocket in
                let stream = try await EventStream(localSocket, Self.tap)
                try await expect(stream, "tap", "\"full\"")
                let tap = try Bus(member: front.neighbour).publisher(on: .tap)
                tap("empty")
                try await expect(stream, "tap", "\"empty\"")
                front.show([])
                try await expect(stream, "end", #"{"reason":"off"}"#)
                let over = try await stream.next()
                #expect(over == nil)

                let off = try await EventStream(localSocket, Self.tap)
                #expect(off.status == 404)
                front.show()
                let again = try await EventStream(localSocket, Self.tap)
                try await expect(again, "tap", "\"empty\"")
            }
        }
    }

    @Test func `when the host stops every stream ends with an event that says so`() async throws {
        try await withFront { front in
            try await withServer(front.router) { localSocket in
                let stream = try await EventStream(localSocket, Self.tap)
                try await expect(stream, "tap", "\"full\"")
                let rounds = try await EventStream(localSocket, "/api/v1/bars/rounds?rounds=1&stumble=-1")
                try await expect(rounds, "rounds", "1")
                front.streams.stop()
                try await expect(stream, "end", #"{"reason":"stopping"}"#)
                #expect(try await stream.next() == nil)
                try await expect(rounds, "end", #"{"reason":"stopping"}"#)
                #expect(try await rounds.next() == nil)
            }
        }
    }

    @Test func `an event topic is sent to current followers only`() async throws {
        try await withFront { front in
            try await withServer(front.router) { localSocket in
                let clink = try Bus(member: front.neighbour).publisher(on: .clink)
                let first = try await EventStream(localSocket, Self.clink)
                clink("a")
                try await expect(first, "clink", "\"a\"")
                let late = try await EventStream(localSocket, Self.clink)
                clink("b\n")
                try await expect(first, "clink", #""b\n""#)
                let last = try await expect(late, "clink", #""b\n""#)
                clink("c")
                try await expect(late, "clink", "\"c\"")
                // A follower that reconnects gets the missed messages.
                let back = try await EventStream(localSocket, Self.clink, fields: [("Last-Event-ID", last)])
                try await expect(back, "clink", "\"c\"")
            }
        }
    }

    @Test func `a stream goes on when other features change`() async throws {
        try await withFront { front in
            try await withServer(front.router) { localSocket in
                let stream = try await EventStream(localSocket, Self.tap)
                try await expect(stream, "tap", "\"full\"")
                let other = MountedFeature(
                    id: "lamp", mounts: ["/lamp"], contracts: [.publishes(Topic<Int>("lamp.lit"), watchable: true)])
                front.show([TestFront.bars, other])
                front.show([TestFront.bars])
                let tap = try Bus(member: front.neighbour).publisher(on: .tap)
                tap("half")
                try await expect(stream, "tap", "\"half\"")
            }
        }
    }

    @Test func `a new follower of a topic with retained values by key gets all of them first`() async throws {
        try await withFront { front in
            try await withServer(front.router) { localSocket in
                let bars = MountedFeature(
                    id: "bars", mounts: ["/api/v1/bars"], contracts: [.publishes(.seats, watchable: true)])
                let seats = try Bus(member: front.neighbour).publisher(on: .seats)
                // Some values were retained before anybody followed the topic.
                for number in 0..<310 { seats(FreeSeats(bar: "\(number)", free: number, closed: false)) }
                front.show([bars])
                let first = try await EventStream(localSocket, "/api/v1/bars/stream/bars.seats")
                for number in 10..<310 {
                    try await expect(first, "seats", #"{"bar":"\#(number)","free":\#(number),"closed":false}"#)
                }
                seats(FreeSeats(bar: "10", free: 0, closed: false))
                seats(FreeSeats(bar: "11", free: 0, closed: true))
                try await expect(first, "seats", #"{"bar":"10","free":0,"closed":false}"#)
                try await expect(first, "seats", #"{"bar":"11","free":0,"closed":true}"#)
                let late = try await EventStream(localSocket, "/api/v1/bars/stream/bars.seats")
                for number in 12..<310 {
                    try await expect(late, "seats", #"{"bar":"\#(number)","free":\#(number),"closed":false}"#)
                }
                try await expect(late, "seats", #"{"bar":"10","free":0,"closed":false}"#)
            }
        }
    }

    @Test func `a follower is told when the host was too slow for a topic`() async throws {
        let bus = BusCore(clock: SystemClock())
        let log = NoLog()
        let streams = Streams(bus: bus, clock: SystemClock())
        let feature = MountedFeature(id: "bars", mounts: ["/bars"], contracts: [.publishes(.clink, watchable: true)])
        let localSocket = Router(
            loops: 1, firstLane: nil, fixtures: [],
            in: .init(
                bus: bus, clock: SystemClock(), log: log, streams: streams,
                flags: FlagBoard(.none(since: SystemClock().now))))
        streams.update([feature])
        #expect(localSocket.update(FrontContent(features: [feature])) == [])
        let member = bus.join(
            "bars", wiring: Wiring(publishes: ["bars.clink"]), log: Log(feature: "bars", sink: log))
        try await withServer(localSocket) { place in
            let stream = try await EventStream(place, "/bars/stream/bars.clink")
            let clink = try Bus(member: member).publisher(on: .clink)
            for number in 0..<300 { clink("\(number)") }
            // Only now somebody reads the topic.
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await streams.run() }
                try await expect(stream, "gap", #"{"missed":44}"#)
                try await expect(stream, "clink", "\"44\"")
                group.cancelAll()
            }
        }
    }

    @discardableResult
    private func expect(
        _ stream: EventStream, _ name: String, _ data: String, at place: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let event = try #require(try await stream.next(), "the stream has ended", sourceLocation: place)
        #expect(event.name == name, sourceLocation: place)
        #expect(event.data == data, sourceLocation: place)
        return event.id ?? ""
    }
}

private struct NoLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { false }
    func write(_ record: LogRecord) {}
}
