@_spi(Hosting) import FeatureKit
import FeatureTestKit
import HostRuntime
import Testing

@testable import HTTPServer
@testable import HostHTTP

/// Which events clients that follow the flags get.
@Suite(.timeLimit(.minutes(1))) struct FlagStreamTests {
    /// The first events that a follower gets.
    private func welcome(
        _ house: FlagHouse, _ query: String = "", after lastEventID: String? = nil
    ) async throws -> [String] {
        let fields = lastEventID.map { [("Last-Event-ID", $0)] } ?? []
        let exchange = house.front.send(Request(.get, "/ofrep/v1/stream\(query)", fields: fields))
        guard case .feed(let feed, _, let after) = try await exchange.answer() else {
            throw WrongAnswer(description: "no feed came but \(try await exchange.answer())")
        }
        return feed.heard(after: after)
    }

    private func expectWelcome(
        _ house: FlagHouse, _ query: String = "", after lastEventID: String? = nil, is events: [String],
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let welcome = try await welcome(house, query, after: lastEventID)
        #expect(welcome == events, sourceLocation: place)
    }

    private static let one =
        #"event: message data: {"type":"refetchEvaluation","etag":"\"one\"","lastModified":1000}"#
    private static let two =
        #"event: message data: {"type":"refetchEvaluation","etag":"\"two\"","lastModified":2000}"#

    @Test func `a new client is told which flags are current, unless it has them`() async throws {
        try await withFlags { house in
            try await expectWelcome(house, is: [Self.one])
            try await expectWelcome(house, "?known=one", is: [])
            try await expectWelcome(house, "?known=zero", is: [Self.one])
        }
    }

    @Test func `a client that reconnects is told once, however many changes it missed`() async throws {
        try await withFlags { house in
            let first = try #require(house.ofrep.feed.lastEventID)
            for (number, name) in ["b", "c", "d", "two"].enumerated() {
                house.board.post(TestFlags.snapshot([], etag: name, seconds: Int64(number == 3 ? 2_000 : 1_500)))
                // Each change is sent after the pause that follows the one before.
                await house.front.clock.sleepers(atLeast: 1)
                house.front.clock.advance(by: FlagChangeNotifier.pause)
            }
            try await expectWelcome(house, after: first, is: [Self.two])
            try await expectWelcome(house, "?known=two", after: "from-another-life", is: [Self.two])
            let last = try #require(house.ofrep.feed.lastEventID)
            try await expectWelcome(house, "?known=one", after: last, is: [])
        }
    }

    @Test func `changes in quick succession are sent together, the newest last`() async throws {
        try await withFlags { house in
            house.board.post(TestFlags.snapshot([], etag: "b"))
            await house.front.clock.sleepers(atLeast: 1)
            let before = try #require(house.ofrep.feed.lastEventID)
            for name in ["c", "d", "two"] { house.board.post(TestFlags.snapshot([], etag: name, seconds: 2_000)) }
            #expect(house.ofrep.feed.lastEventID == before)
            house.front.clock.advance(by: FlagChangeNotifier.pause)
            await house.front.clock.sleepers(atLeast: 1)
            #expect(house.ofrep.feed.heard(after: before) == [Self.two])
        }
    }

    @Test func `a new revision with the same flags sends no event`() async throws {
        try await withFlags { house in
            let before = house.ofrep.feed.lastEventID
            house.board.post(TestFlags.snapshot([], etag: "one"))
            house.board.post(TestFlags.snapshot([], etag: "two"))
            await house.front.clock.sleepers(atLeast: 1)
            #expect(house.ofrep.feed.heard(after: before).count == 1)
        }
    }

    @Test func `a client that accepts no events is refused, and HEAD gets only a head`() async throws {
        try await withFlags { house in
            let refused = try await house.front.ask(.get, "/ofrep/v1/stream", fields: [("Accept", "application/json")])
            #expect(refused.status.code == 406)
            let head = try await house.front.ask(.head, "/ofrep/v1/stream")
            #expect(head.status == .ok && head.field("Content-Type") == "text/event-stream")
        }
    }
}

extension EventFeed {
    /// The first events that a client gets whose last event was a certain one, without their ids.
    fileprivate func heard(after lastEventID: String?) -> [String] {
        welcome(after: lastEventID).map { event in
            let lines = String(decoding: event.bytes[event.plain], as: UTF8.self).split(separator: "\n")
            return lines.filter { !$0.hasPrefix("id: ") }.joined(separator: " ")
        }
    }
}
