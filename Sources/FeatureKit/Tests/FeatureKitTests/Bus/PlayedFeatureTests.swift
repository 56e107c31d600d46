import Testing

@_spi(Hosting) @testable import FeatureKit

/// What plays a feature without its types: topics and routes of Shapes that are known only while it runs.
@Suite(.timeLimit(.minutes(1))) struct PlayedFeatureTests {
    private let exchange = Exchange()
    private var stage: Stage { exchange.stage }

    @Test func plainDataReachesReadersOfAType() async throws {
        let lamp = stage.bus("player", publishes: ["numbers"])
        let reader = stage.bus("reader", reads: ["numbers"])
        let out = try lamp.publisher(onPlain: "numbers", Ask.shape, keeping: .latest)
        out(["number": 5])
        // It keeps its last value, as it was told to.
        var messages = try reader.messages(on: Topic<Ask>("numbers")).makeAsyncIterator()
        let first = await messages.next()
        #expect(first?.payload == Ask(number: 5) && first?.isRetained == true)
        out(["number": 6])
        #expect(await messages.next()?.payload == Ask(number: 6))
    }

    @Test func aPlainTopicHasAShapeAllTheSame() throws {
        _ = try stage.bus("typed", publishes: ["numbers"]).publisher(on: Topic<Ask>("numbers"))
        let player = stage.bus("player", publishes: ["numbers"])
        let clash = #expect(throws: BusError.self) {
            try player.publisher(onPlain: "numbers", .text())
        }
        #expect(clash?.code == .shapeDiffers)
        let undeclared = #expect(throws: BusError.self) {
            try player.publisher(onPlain: "other", Ask.shape)
        }
        #expect(undeclared?.code == .undeclared)
    }

    @Test func aPlainRouteAnswersQuestionsOfAType() async throws {
        try Routes(member: exchange.lamp).serve(plain: "lamp.double", request: Ask.shape, reply: Ask.shape) { ask, _ in
            guard case .integer(let number) = ask["number"] else { throw RouteError.invalid("no number") }
            return ["number": .integer(number * 2)]
        }
        try await withThrowingTaskGroup { group in
            group.addTask { [exchange] in await exchange.lamp.work() }
            #expect(try await exchange.ask(21) == Ask(number: 42))
            exchange.lamp.withdraw("lamp.double")
            #expect(stage.core.servedRoutes.isEmpty)
            #expect(await exchange.failure()?.code == .unavailable)
            // What was withdrawn may be served again.
            try exchange.serve { ask, _ in ask }
            #expect(try await exchange.ask(3) == Ask(number: 3))
            exchange.lamp.drain()
            try await group.waitForAll()
        }
    }

    @Test func whatIsNotDeclaredIsKeptForThoseWhoTest() async throws {
        let member = stage.member("lamp", publishes: ["a"])
        #expect(member.misuses.isEmpty)
        for _ in 0..<200 { _ = try? Bus(member: member).publisher(on: Topic<Int>("b")) }
        _ = try? Bus(member: member).publisher(on: Topic<Int>("a"))
        #expect(member.misuses.count == 100)
        #expect(
            member.misuses.first?.description
                == #"lamp: no .publishes(…) in its contracts declares "b""#)
    }

    @Test func contractsKnowTheirTypes() {
        let contracts: [Contract] = [
            .publishes(Topic<Ask>("asks")), .serves(.double as Route<Ask, Ask>), .keepsBlobs,
        ]
        #expect(contracts.map { $0.types.map { "\($0)" } } == [["Ask"], ["Ask", "Ask"], ["Media"]])
        // Two features may mean the same by types of their own.
        #expect(Contract.serves(.double as Route<Ask, Ask>) == .serves(.double as Route<AskToo, AskToo>))
    }
}
