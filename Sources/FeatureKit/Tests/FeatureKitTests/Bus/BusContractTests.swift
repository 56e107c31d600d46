import Testing

@_spi(Hosting) @testable import FeatureKit

/// What the bus refuses, word for word, and what it lets cross.
@Suite(.timeLimit(.minutes(1))) struct BusContractTests {
    private struct Other: Shaped, Codable {
        var from: Int
        var number: String
        static let shape = Shape.object([
            Field("from", .integer(), "Which."), Field("number", .text(), "As a word."),
        ])
    }

    @Record struct Place {
        /// Where it is.
        var place: String
    }

    private let stage = Stage()

    @Test func undeclaredTopicsAreRefused() {
        let bus = stage.bus("lamp", publishes: ["plain", "lamp.lit"], reads: ["state"])
        let publishing = #expect(throws: BusError.self) { try bus.publisher(on: Topic<Int>("lamp.lti")) }
        #expect(publishing?.code == .undeclared)
        #expect(
            publishing?.description
                == #"lamp: no .publishes(…) in its contracts declares "lamp.lti"; did you mean "lamp.lit"?"#
        )
        let reading = #expect(throws: BusError.self) { try bus.messages(on: .plain) }
        #expect(reading?.code == .undeclared)
        #expect(
            reading?.description == #"lamp: no .reads(…) in its contracts declares "plain""#)
        #expect(stage.core.report.isEmpty)
    }

    @Test func undeclaredRoutesAreRefused() async {
        let member = stage.member("lamp", serves: ["lamp.blink"], requests: ["power.draw"])
        let serving = #expect(throws: BusError.self) {
            try Routes(member: member).serve(Route<Nothing, Int>("lamp.blnk", .get, "/", access: .everyone)) { _, _ in 1
            }
        }
        #expect(serving?.code == .undeclared)
        #expect(
            serving?.description
                == #"lamp: no .serves(…) in its contracts declares "lamp.blnk"; did you mean "lamp.blink"?"#)
        let asking = await #expect(throws: RequestError.self) {
            let route = Route<Nothing, Int>("power.drwa", .get, "/", access: .everyone)
            return try await Bus(member: member).request(route, Nothing(), within: .seconds(1))
        }
        #expect(asking?.code == .undeclared)
        #expect(
            asking?.description
                == #"lamp: no .requests(…) in its contracts declares "power.drwa"; did you mean "power.draw"?"#)
        #expect(stage.core.servedRoutes.isEmpty)
    }

    @Test func differentShapesAreRefusedAndBothAreNamed() throws {
        _ = try stage.bus("ble", publishes: ["numbers"]).publisher(on: .init("numbers") as Topic<Numbered>)
        let error = #expect(throws: BusError.self) {
            try stage.bus("track", reads: ["numbers"]).messages(on: Topic<Other>("numbers"))
        }
        #expect(error?.code == .shapeDiffers)
        #expect(
            error?.description
                == #""numbers" has two shapes at number: a text in track, a whole number in ble"#)
        let whole = #expect(throws: BusError.self) {
            try stage.bus("shop", publishes: ["numbers"]).publisher(on: Topic<Bool>("numbers"))
        }
        #expect(whole?.description == #""numbers" has two shapes: true or false in shop, a mapping in ble"#)
    }

    @Test func aReaderMayComeBeforeItsPublisher() async throws {
        let messages = try stage.bus("track", reads: ["numbers"]).messages(on: .init("numbers") as Topic<Counted>)
        let out = try stage.bus("ble", publishes: ["numbers"]).publisher(on: .init("numbers") as Topic<Numbered>)
        out(Numbered(from: 1, number: 2))
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next()?.payload == Counted(number: 2, from: 1))
    }

    @Test(arguments: [false, true]) func aReaderDeclaresTheFieldsThatItReads(_ isFirst: Bool) async throws {
        let bus = stage.bus("screen", reads: ["rides"])
        let early = isFirst ? try bus.messages(on: Topic<RideGlance>("rides")) : nil
        let out = try stage.bus("track", publishes: ["rides"]).publisher(on: Topic<Ride>("rides"))
        let messages = try early ?? bus.messages(on: Topic<RideGlance>("rides"))
        out(Ride(rider: "ada", place: .init(track: "north", metres: 7), token: Secret("s"), tags: ["x"]))
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next()?.payload == RideGlance(place: .init(metres: 7)))
        #expect(messages.dropped == 0)
    }

    @Test func aReaderOfWhatIsNotPublishedIsRefusedOrItsPublisherIs() throws {
        let wrong = Topic<Seats>("rides")
        let reader = stage.bus("screen", reads: ["rides", "other"])
        _ = try stage.bus("track", publishes: ["rides"]).publisher(on: Topic<Ride>("rides"))
        let late = #expect(throws: BusError.self) { try reader.messages(on: wrong) }
        #expect(late?.description == #""rides" has two shapes at bar: a text in screen, no such field in track"#)
        _ = try reader.messages(on: Topic<RideGlance>("other"))
        _ = try reader.messages(on: Topic<Seats>("other"))
        let fellow = #expect(throws: BusError.self) { try reader.messages(on: Topic<Place>("other")) }
        #expect(fellow?.description == #""other" has two shapes at place: a text in screen, a mapping in screen"#)
        let other = #expect(throws: BusError.self) {
            try stage.bus("track", publishes: ["other"]).publisher(on: Topic<Ride>("other"))
        }
        #expect(other?.description == #""other" has two shapes at bar: a text in screen, no such field in track"#)
    }

    @Test func publishersHaveOneShape() throws {
        _ = try stage.bus("track", publishes: ["rides"]).publisher(on: Topic<Ride>("rides"))
        let fewer = #expect(throws: BusError.self) {
            try stage.bus("copy", publishes: ["rides"]).publisher(on: Topic<RideGlance>("rides"))
        }
        #expect(fewer?.code == .shapeDiffers)
    }

    @Test func differentTypesOfOneShapeCross() async throws {
        let cause = Cause(caller: .system, id: "c")
        let bus = stage.bus("both", publishes: ["numbers"], reads: ["numbers"])
        let same = try bus.messages(on: .init("numbers") as Topic<Numbered>)
        let other = try bus.messages(on: .init("numbers") as Topic<Counted>)
        let out = try bus.publisher(on: .init("numbers") as Topic<Numbered>)
        out(Numbered(from: 7, number: 1), because: cause)
        var (first, second) = (same.makeAsyncIterator(), other.makeAsyncIterator())
        let here = try #require(await first.next())
        let there = try #require(await second.next())
        #expect(here.payload == Numbered(from: 7, number: 1))
        #expect(there.payload == Counted(number: 1, from: 7))
        #expect(here.source == "both" && there.source == "both")
        #expect(here.sequence == 1 && there.sequence == 1)
        #expect(here.time == stage.clock.now && there.time == stage.clock.now)
        #expect(here.cause == cause && there.cause == cause)
        #expect(!here.isRetained && !there.isRetained)
    }

    /// Its Shape says any text, its Codable refuses one: a mistake in a payload's own code.
    private struct Picky: Shaped, Codable {
        let text: String
        static let shape = Shape.object([Field("text", .text(), "Any.")])
        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws {
            text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text)
            if text == "bad" { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "picky")) }
        }
        enum Key: String, CodingKey { case text }
    }
    private struct Easy: Shaped, Codable {
        let text: String
        static let shape = Picky.shape
    }

    @Test func whatCannotBeReadIsLoggedOnceAndCounted() async throws {
        let member = stage.member("reader", reads: ["texts"])
        let messages = try Bus(member: member).messages(on: Topic<Picky>("texts"))
        let out = try stage.bus("writer", publishes: ["texts"]).publisher(on: Topic<Easy>("texts"))
        for text in ["a", "bad", "b", "bad", "bad"] { out(Easy(text: text)) }
        member.drain()
        #expect(await messages.payloads().map(\.text) == ["a", "b"])
        #expect(messages.dropped == 3)
        let reader = try #require(stage.report("texts")?.readers.first)
        #expect((reader.delivered, reader.dropped, reader.waiting) == (2, 3, 0))
        let lines = stage.log.lines
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix(
                "error reader: can't read a message; more of them are only counted topic=texts source=writer error=")
                == true)
        #expect(lines.first?.contains("take the value") == true, "\(lines)")
    }

    @Test func aStoppedFeatureIsToldSo() throws {
        let member = stage.member("lamp", publishes: ["plain"], reads: ["state"], serves: ["lamp.blink"])
        let bus = Bus(member: member)
        member.drain()
        #expect(#expect(throws: BusError.self) { try bus.messages(on: .state) }?.description == "lamp has been stopped")
        #expect(#expect(throws: BusError.self) { try bus.publisher(on: .plain) }?.code == .stopped)
        let serving = #expect(throws: BusError.self) {
            try Routes(member: member).serve(Route<Nothing, Int>("lamp.blink", .get, "/", access: .everyone)) { _, _ in
                1
            }
        }
        #expect(serving?.code == .stopped)
        #expect(stage.core.servedRoutes.isEmpty)
        #expect(stage.core.report.isEmpty)
    }

    @Test func aTopicSaysWhetherAppsMayFollowIt() {
        #expect(Contract.publishes(Topic<Nothing>("porch.light", watchable: true)).isWatchable)
        #expect(Contract.publishes(Topic<Nothing>("porch.light"), watchable: true).isWatchable)
        #expect(!Contract.publishes(Topic<Nothing>("porch.light")).isWatchable)
    }
}
