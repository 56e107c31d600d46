@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import HostAccess
import JSON
import Testing

@testable import HostHTTP

/// Which requests are accepted with a token, and which without.
@Suite struct TokenTests {
    /// Accepts tokens that are users' names, for as long as a test says.
    final class Names: Authenticator {
        private let gone = Lock<Set<String>>([])
        private let users = Lock<[String: Identity]>([:])

        func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict {
            let text = token.indices.map { String(UnicodeScalar(token[$0])) }.joined()
            if text == "later" { return .unknownYet }
            guard ["ada", "bob"].contains(text) else { return .refused(.badSignature) }
            return .user(
                users.withLock { users in
                    let user =
                        users[text] ?? Identity(key: "a:\(text)", attributes: ["country": "ES"], roles: ["staff"])
                    users[text] = user
                    return user
                })
        }

        func stillKnows(_ user: Identity, at now: Timestamp) -> Bool { !gone.withLock { $0.contains(user.key) } }

        func signOut(_ key: String) { gone.withLock { _ = $0.insert(key) } }
    }

    private func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }

    @Test func `a token that cannot be judged yet is answered with 503 and Retry-After`() async throws {
        try await withFront(authenticator: Names()) { front in
            let answer = try await front.ask(.get, "/api/v1/bars/who", fields: bearer("later"))
            #expect(answer.status == Status(503))
            #expect(answer.field("Retry-After") == "1")
            #expect(answer.text.contains("the keys of the token's issuer are being asked for; try again"))
            #expect(!answer.text.contains("later\""))
        }
    }

    @Test(arguments: [
        ([("Authorization", "Bearer")], 401), ([("Authorization", "Bearer ")], 401),
        ([("Authorization", "bearer  ada")], 200),
        ([("Authorization", "BEARER ada")], 200), ([("Authorization", "Bearerada")], 200),
        ([("Authorization", "Bearer\tada")], 200), ([("Authorization", "Basic YWRhOnB3")], 200),
        ([("Authorization", "Token ada")], 200), ([("Authorization", "")], 200),
        ([("Authorization", "Bearer ada, Bearer bob")], 401), ([("Authorization", "Bearer ada bob")], 401),
        // Nobody knows which of them a proxy in front of this host checked.
        ([("Authorization", "Bearer ada"), ("Authorization", "Bearer ada")], 401),
        ([("Authorization", "Bearer ada"), ("Authorization", "Basic x")], 401),
    ])
    func `tokens in the Authorization header`(fields: [(String, String)], status: Int) async throws {
        try await withFront(authenticator: Names()) { front in
            let status1 = try await front.status(.get, "/api/v1/bars/who", fields: fields)
            #expect(status1 == status)
        }
    }

    @Test(arguments: [true, false])
    func `a request to sign in may come with an expired token`(allowsAnonymous: Bool) async throws {
        try await withFront(authenticator: Names()) { front in
            #expect(
                front.router.update(FrontContent(features: [TestFront.bars], allowsAnonymous: allowsAnonymous)) == [])
            for token in ["over", "later", ""] {
                let answer = try await front.ask(.get, "/api/v1/bars/enter", fields: bearer(token))
                #expect(answer.status == .ok && answer.field("X-Flagstand-Key") != nil)
            }
            let ada = try await front.ask(.get, "/api/v1/bars/enter", fields: bearer("ada"))
            #expect(try Value(json: ada.body)["key"] == "a:ada")
            #expect(try await front.status(.get, "/api/v1/bars/who", fields: bearer("over")) == 401)
        }
    }

    @Test func `without anonymous callers every request takes a token`() async throws {
        try await withFront(authenticator: Names()) { front in
            #expect(front.router.update(FrontContent(features: [TestFront.bars], allowsAnonymous: false)) == [])
            func status(_ path: String, _ token: String? = nil) async throws -> Int {
                try await front.status(.get, path, fields: token.map(bearer) ?? [])
            }
            #expect(try await status("/api/v1/bars/who") == 401)
            #expect(try await status("/api/v1/bars/who", "eve") == 401)
            #expect(try await status("/api/v1/bars/who", "ada") == 200)
            #expect(try await status("/api/v1/bars/mine") == 401)
            #expect(try await status("/api/v1/bars/mine", "ada") == 200)
            #expect(try await status("/api/v1/bars/stream/bars.tap") == 401)
            #expect(try await status("/api/v1/bars/stream/bars.tap", "eve") == 401)
            #expect(try await status("/nothing") == 404)
            let refused = try await front.ask(.get, "/api/v1/bars/who")
            #expect(refused.field("WWW-Authenticate") == "Bearer")
        }
    }

    @Test func `an invalid token is refused even for a topic that is open to everyone`() async throws {
        try await withFront(authenticator: Names()) { front in
            let status2 = try await front.status(.get, "/api/v1/bars/stream/bars.tap", fields: bearer("eve"))
            #expect(status2 == 401)
            let status3 = try await front.status(.get, "/api/v1/bars/stream/bars.tap", fields: bearer("later"))
            #expect(status3 == 503)
        }
    }

    @Test func `a caller has the address of the connection`() throws {
        var keys = KeyMaker()
        let reader = CallerReader(
            CallerPolicy(attributes: ["country": "CF-IPCountry", "app": "X-App"]), authenticator: Names())
        let fields = bearer("ada") + [("CF-IPCountry", "DE"), ("X-App", "2")]
        let user = try reader.read(
            Request(.get, "/", fields: fields, peer: .address("192.0.2.7", port: 9)), at: 0, making: &keys)
        #expect(user.caller.address == "192.0.2.7")
        #expect(user.caller.key == "a:ada")
        // A token's claims win over headers.
        #expect(user.caller.attributes == ["country": "ES", "app": "2"])
        let anonymous = try reader.read(Request(.get, "/", peer: .address("::1", port: 9)), at: 0, making: &keys)
        #expect(anonymous.caller.address == "::1")
        let operators = try reader.read(Request(.get, "/", peer: .process(pid: 1, user: 0)), at: 0, making: &keys)
        #expect(operators.caller.address == nil)
    }

    @Test func `pages for operators take an operator's token when anonymous callers are refused`() async throws {
        struct Plain: Endpoint {
            let bodyLimit = 0
            func answer(_ context: RequestContext) { context.exchange.answer(Response(.ok, Fields())) }
        }
        let fixtures = [Fixture(.get, "/metrics", Plain(), isForOperators: true), Fixture(.get, "/healthz", Plain())]
        try await withFront(fixtures: fixtures, authenticator: Names()) { front in
            let status4 = try await front.status(.get, "/metrics")
            #expect(status4 == 200)
            #expect(front.router.update(FrontContent(allowsAnonymous: false)) == [])
            let status5 = try await front.status(.get, "/metrics")
            #expect(status5 == 401)
            // A user is no operator.
            let status6 = try await front.status(.get, "/metrics", fields: bearer("ada"))
            #expect(status6 == 401)
            // A token that was readable on the way is not even checked.
            let peer = Peer.address("192.0.2.7", port: 9)
            let plain = Request(.get, "/metrics", fields: bearer("ada"), peer: peer)
            let status8 = try await front.send(plain).response().status.code
            #expect(status8 == 403)
            var content = FrontContent(allowsAnonymous: false)
            content.takesPlainOperators = true
            #expect(front.router.update(content) == [])
            let status9 = try await front.send(plain).response().status.code
            #expect(status9 == 401)
            let status7 = try await front.status(.get, "/healthz")
            #expect(status7 == 200)
        }
    }

    @Test func `a stream ends when its reader has signed out, and no other does`() async throws {
        let names = Names()
        try await withFront(authenticator: names) { front in
            let streams = front.router.surroundings.userStreams
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await streams.run(knowing: names) }
                let ada = front.send(Request(.get, "/api/v1/bars/stream/bars.tap", fields: bearer("ada")))
                let bob = front.send(Request(.get, "/api/v1/bars/stream/bars.tap", fields: bearer("bob")))
                names.signOut("a:ada")
                streams.look()
                for _ in 0..<100_000 where ada.farewell == nil { await Task.yield() }
                #expect(ada.farewell == #"end {"reason":"signed-out"}"#)
                #expect(bob.farewell == nil)
                group.cancelAll()
            }
        }
    }
}
