import Testing

@_spi(Hosting) @testable import FeatureKit

/// A question with a number in it.
struct Ask: Shaped, Codable, Equatable {
    var number: Int
    static let shape = Shape.object([Field("number", .integer(), "Any.")])
}

/// The same question in another Swift type.
struct AskToo: Shaped, Codable, Equatable {
    var number: Int
    static let shape = Ask.shape
}

extension Route where Request == Ask, Reply == Ask {
    static var double: Route<Ask, Ask> { .init("lamp.double", .post, "/double", access: .everyone) }
    static var count: Route<Ask, Ask> {
        .init("lamp.count", .get, "/count", access: .everyone, streams: true)
    }
    static var other: Route<Ask, Ask> { .init("lamp.other", .post, "/other", access: .everyone) }
}

extension Route where Request == AskToo, Reply == AskToo {
    static var double: Route<AskToo, AskToo> { .init("lamp.double", .post, "/double", access: .everyone) }
}

/// An error of nobody's.
struct Mishap: Error, CustomStringConvertible {
    let description = "the password is swordfish"
}

/// A lamp that serves and a phone that asks.
struct Exchange {
    let stage = Stage()
    let lamp: Member
    let phone: Member

    init() {
        lamp = stage.member(
            "lamp", publishes: ["plain"], reads: ["plain"], serves: ["lamp.double", "lamp.other"],
            requests: ["lamp.other"])
        phone = stage.member("phone", reads: ["plain"], requests: ["lamp.double", "lamp.other"])
    }

    func serve(_ handler: @escaping @Sendable (Ask, Call) async throws -> Ask) throws {
        try Routes(member: lamp).serve(.double, handler)
    }

    func ask(
        _ number: Int = 1, within limit: Duration = .seconds(1), because cause: Cause? = nil
    ) async throws(RequestError) -> Ask {
        try await Bus(member: phone).request(
            .double as Route<Ask, Ask>, Ask(number: number), within: limit, because: cause)
    }

    /// Asks and expects no reply.
    func failure(
        _ number: Int = 1, within limit: Duration = .seconds(1), sourceLocation: SourceLocation = #_sourceLocation
    ) async -> RequestError? {
        await #expect(throws: RequestError.self, sourceLocation: sourceLocation) {
            try await ask(number, within: limit)
        }
    }
}

/// An asker whom no answer reaches.
final class Unheard: RouteAsker {
    static func question(
        isStream: Bool = false, _ answer: @escaping @Sendable () async -> Void
    ) -> Lane.Question {
        Lane.Question(asker: Unheard(), isStream: isStream, answer: answer)
    }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request { throw CancellationError() }
    func answered<Reply: Shaped>(_ reply: Reply) {}
    func refused(_ error: RouteError) {}
    func next<Reply: Shaped>(_ reply: Reply) async throws {}
    func untilGone() async {}
    func ended() {}
}
