@_spi(Hosting) import FeatureKit
import FeatureTestKit
import HostRuntime
import Testing

@testable import HTTPServer
@testable import HostHTTP

/// Who follows the flags, and what they hear.
@Suite(.timeLimit(.minutes(1))) struct FlagStreamTests {
    /// What a follower gets first.
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

    @Test func `who comes new is told what counts, unless they have it`() async throws {
        try await withFlags { house in
            try await expectWelcome(house, is: [Self.one])
            try await expectWelcome(house, "?known=one", is: [])
            try await expectWelcome(house, "?known=zero", is: [Self.one])
        }
    }

    @Test func `who comes back is told once, however much was missed`() async throws {
        try await withFlags { house in
            let first = try #require(house.ofrep.feed.lastEventID)
            for (number, name) in ["b", "c", "d", "two"].enumerated() {
                house.board.post(TestFlags.snapshot([], etag: name, seconds: Int64(number == 3 ? 2_000 : 1_500)))
                // Each is told of after the pause of the one before.
                await house.front.clock.sleepers(atLeast: 1)
                house.front.clock.advance(by: FlagNews.pause)
            }
            try await expectWelcome(house, after: first, is: [Self.two])
            try await expectWelcome(house, "?known=two", after: "from-another-life", is: [Self.two])
            let last = try #require(house.ofrep.feed.lastEventID)
            try await expectWelcome(house, "?known=one", after: last, is: [])
        }
    }

    @Test func `changes that follow one another are told of together, the newest at the end`() async throws {
        try await withFlags { house in
            house.board.post(TestFlags.snapshot([], etag: "b"))
            await house.front.clock.sleepers(atLeast: 1)
            let before = try #require(house.ofrep.feed.lastEventID)
            for name in ["c", "d", "two"] { house.board.post(TestFlags.snapshot([], etag: name, seconds: 2_000)) }
            #expect(house.ofrep.feed.lastEventID == before)
            house.front.clock.advance(by: FlagNews.pause)
            await house.front.clock.sleepers(atLeast: 1)
            #expect(house.ofrep.feed.heard(after: before) == [Self.two])
        }
    }

    @Test func `the same flags under a new revision are no news`() async throws {
        try await withFlags { house in
            let before = house.ofrep.feed.lastEventID
            house.board.post(TestFlags.snapshot([], etag: "one"))
            house.board.post(TestFlags.snapshot([], etag: "two"))
            await house.front.clock.sleepers(atLeast: 1)
            #expect(house.ofrep.feed.heard(after: before).count == 1)
        }
    }

    @Test func `who takes no events is refused, and HEAD is answered with a head`() async throws {
        try await withFlags { house in
            let refused = try await house.front.ask(.get, "/ofrep/v1/stream", fields: [("Accept", "application/json")])
            #expect(refused.status.code == 406)
            let head = try await house.front.ask(.head, "/ofrep/v1/stream")
            #expect(head.status == .ok && head.field("Content-Type") == "text/event-stream")
        }
    }
}

extension EventFeed {
    /// The events that somebody gets first who heard a certain one last, without their ids.
    fileprivate func heard(after lastEventID: String?) -> [String] {
        welcome(after: lastEventID).map { event in
            let lines = String(decoding: event.bytes[event.plain], as: UTF8.self).split(separator: "\n")
            return lines.filter { !$0.hasPrefix("id: ") }.joined(separator: " ")
        }
    }
}
