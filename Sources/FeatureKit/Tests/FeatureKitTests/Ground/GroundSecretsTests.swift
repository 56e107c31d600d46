import Testing

@_spi(Hosting) @testable import FeatureKit

private struct Letter: Shaped, Codable, Equatable {
    struct Enclosure: Shaped, Codable, Equatable {
        var key: Secret?
        static let shape = Shape.object([Field("key", .secret, "A key.", optional: true)])
    }

    var to: String
    var token: Secret
    var enclosures: [Enclosure] = []
    var more: [String: Secret] = [:]

    static let shape = Shape.object([
        Field("to", .text(), "To whom."), Field("token", .secret, "What it is for."),
        Field("enclosures", .list(of: .of(Enclosure.self)), "More of it."),
        Field("more", .map(of: .secret), "And more."),
    ])

    static let full = Letter(
        to: "ada", token: Secret("swordfish-1"), enclosures: [.init(key: Secret("swordfish-2")), .init(key: nil)],
        more: ["a": Secret("swordfish-3")])
    static let shown: Value = [
        "to": "ada", "token": "<redacted>", "enclosures": [["key": "<redacted>"], [:]], "more": ["a": "<redacted>"],
    ]
}

/// The same for a reader with types of its own, as every feature has them.
private struct Post: Shaped, Codable, Equatable {
    var to: String
    var token: Secret
    var enclosures: [Letter.Enclosure]
    var more: [String: Secret]
    static let shape = Letter.shape

    init(_ letter: Letter) {
        (to, token, enclosures, more) = (letter.to, letter.token, letter.enclosures, letter.more)
    }
}

extension Topic where Payload == Letter {
    fileprivate static var plain: Topic<Letter> { .init("plain", waits: true) }
    fileprivate static var state: Topic<Letter> { .init("state") }
}
extension Topic where Payload == Post {
    fileprivate static var plain: Topic<Post> { .init("plain", waits: true) }
    fileprivate static var state: Topic<Post> { .init("state") }
}

/// Secrets reach whom they are meant for, whatever is between, and nobody else.
@Suite(.timeLimit(.minutes(1))) struct GroundSecretsTests {
    @Test(arguments: Ground.allCases) func aMessageWithASecretComesWhole(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let out = try context.bus.publisher(on: Topic<Letter>.plain)
                context.ready()
                out(.full)
                _ = try await out.publishWaiting(.full, within: .seconds(1))
                await context.untilStopped()
            })
        let own = try Bus(member: rehearsal.phone).messages(on: Topic<Letter>.plain)
        let other = try Bus(member: rehearsal.phone).messages(on: Topic<Post>.plain)
        let trace = rehearsal.stage.core.trace("**")
        try await rehearsal.play {
            var (mine, theirs, seen) = (
                own.makeAsyncIterator(), other.makeAsyncIterator(), trace.makeAsyncIterator()
            )
            for _ in 1...2 {
                #expect(await mine.next()?.payload == .full)
                #expect(await theirs.next()?.payload == Post(.full))
                let shown = try #require(await seen.next())
                #expect(shown.value == Letter.shown)
                #expect(!"\(shown.value) \(shown.value.json)".contains("swordfish"))
                #expect(try shown.revealed.decoded(as: Letter.self) == .full)
            }
            rehearsal.instance.drain()
        }
    }

    @Test(arguments: Ground.allCases) func aSecretIsReadWhole(_ ground: Ground) async throws {
        let heard = Lock<[Post]>([])
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let messages = try context.bus.messages(on: Topic<Post>.state)
                context.ready()
                for await message in messages { heard.withLock { $0.append(message.payload) } }
            })
        let trace = rehearsal.stage.core.trace("**")
        let out = try Bus(member: rehearsal.phone).publisher(on: Topic<Letter>.state)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            out(.full)
            var seen = trace.makeAsyncIterator()
            #expect(await seen.next()?.value == Letter.shown)
            rehearsal.instance.drain()
        }
        #expect(heard.withLock { $0 } == [Post(.full)])
    }

    /// What a question and its reply hold; an asker in plain data, such as the host's over HTTP, sees what may be seen.
    @Test(arguments: Ground.allCases) func aRouteHearsAndTellsASecretWhole(_ ground: Ground) async throws {
        let heard = Lock<[Letter]>([])
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                try context.routes.serve(Route<Letter, Letter>("lamp.double", .post, "/double", access: .everyone)) {
                    letter, _ in
                    heard.withLock { $0.append(letter) }
                    return letter
                }
                context.ready()
                await context.untilStopped()
            })
        try await rehearsal.play {
            await rehearsal.ready.wait()
            let asking = Route<Post, Post>("lamp.double", .post, "/double", access: .everyone)
            let reply = try await Bus(member: rehearsal.phone).request(asking, Post(.full), within: .seconds(5))
            #expect(reply == Post(.full))
            let asker = PlainAsker(try Value(revealing: Letter.full))
            let call = Call(
                caller: .system, deadline: rehearsal.stage.clock.uptime + .seconds(5),
                cause: Cause(caller: .system, id: "t"))
            _ = try #require(rehearsal.stage.core.route("lamp.double")).ask(asker, call)
            await asker.came.wait()
            #expect(asker.reply == Letter.shown)
            rehearsal.instance.drain()
        }
        #expect(heard.withLock { $0 } == [.full, .full])
    }

    /// Who asks in plain data and writes down what is replied.
    private final class PlainAsker: RouteAsker {
        let came = Signal()
        private let question: Value
        private let said = Lock<Value?>(nil)
        var reply: Value? { said.withLock { $0 } }

        init(_ question: Value) { self.question = question }

        func request<Request: Shaped>(as type: Request.Type) throws -> Request { try question.decoded(as: type) }
        func answered<Reply: Shaped>(_ reply: Reply) {
            said.withLock { $0 = try? Value(encoding: reply) }
            came.raise()
        }
        func refused(_ error: RouteError) { came.raise() }
        func next<Reply: Shaped>(_ reply: Reply) async throws {}
        func untilGone() async {}
        func ended() {}
    }
}
