import FeatureKit
import HTTPServer
import HostAccess
import HostSystem
import JSON
import Testing

@testable import HostHTTP

/// Everyone has a key, some have more.
@Suite(.timeLimit(.minutes(1))) struct CallerTests {
    private static let key = "abcdefghijklmnopqrst-_"

    @Test func `who has no key is given one, as a cookie and as a header`() async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/who")
            let who = try Value(json: response.body)
            guard case .text(let key) = who["key"] else { throw WrongAnswer(description: response.text) }
            #expect(CallerKey.isValid(key))
            #expect(who["origin"] == "http")
            #expect(response.field("X-Flagstand-Key") == key)
            #expect(
                response.field("Set-Cookie")
                    == "flagstand_key=\(key); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
            let another = try await front.ask(.get, "/api/v1/bars/who")
            #expect(another.field("X-Flagstand-Key") != key)
            func isSecure(proxies: [String]) async throws -> Bool? {
                let request = Request(.get, "/api/v1/bars/who", fields: [("X-Forwarded-Proto", "https")])
                Proxies(try proxies.map { try IPNetwork($0) }).note(request)
                return try await front.send(request).response().field("Set-Cookie")?.hasSuffix("; SameSite=Lax; Secure")
            }
            #expect(try await isSecure(proxies: ["127.0.0.1"]) == true)
            // Who is no proxy is believed nothing.
            #expect(try await isSecure(proxies: ["10.0.0.0/8"]) == false)
        }
    }

    static let senders: [(fields: [(String, String)], isKnown: Bool)] = [
        ([("X-Flagstand-Key", key)], true),
        ([("Cookie", "flagstand_key=\(key)")], true),
        ([("Cookie", "a=b; flagstand_key=\(key); c=d")], true),
        ([("Cookie", "flagstand_key=short"), ("X-Flagstand-Key", key)], true),
        ([("Cookie", "flagstand_key=\(key)"), ("X-Flagstand-Key", "no")], true),
        ([("Cookie", "flagstand_keys=\(key)")], false),
        ([("Cookie", "xflagstand_key=\(key)")], false),
        ([("X-Flagstand-Key", key + "a")], false),
        ([("X-Flagstand-Key", "abcdefghijklmnopqrst+/")], false),
        ([("X-Flagstand-Key", "abcdefghijklmnopqr\u{E9}")], false),
        ([("X-Flagstand-Key", "")], false),
    ]

    @Test(arguments: senders)
    func `who sends a key is the same caller, and anything else is none`(
        fields: [(String, String)], isKnown: Bool
    ) async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/who", fields: fields)
            let who = try Value(json: response.body)
            #expect((who["key"] == .text(Self.key)) == isKnown)
            #expect(who["device"] == who["key"])
            #expect((response.field("Set-Cookie") == nil) == isKnown)
            #expect((response.field("X-Flagstand-Key") == nil) == isKnown)
        }
    }

    @Test func `a refusal gives the key too, so that the next request brings it`() async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/menu?page=0")
            #expect(response.status == .badRequest)
            #expect(response.field("X-Flagstand-Key") != nil)
            let unknown = try await front.ask(.get, "/nothing")
            #expect(unknown.field("X-Flagstand-Key") == nil)
        }
    }

    @Test func `the document says which cookie, which header and which attributes`() async throws {
        try await withFront { front in
            front.show(
                callers: CallerPolicy(cookie: "k", header: "X-K", attributes: ["country": "CF-IPCountry"]))
            let known = try Value(
                json: try await front.ask(
                    .get, "/api/v1/bars/who", fields: [("x-k", Self.key), ("cf-ipcountry", "ES")]
                ).body)
            #expect(known["key"] == .text(Self.key))
            #expect(known["country"] == "ES")
            let other = try await front.ask(.get, "/api/v1/bars/who", fields: [("X-Flagstand-Key", Self.key)])
            #expect(other.field("X-K") != nil)
            #expect(other.field("Set-Cookie")?.hasPrefix("k=") == true)
            // What is too long is no attribute.
            let long = String(repeating: "x", count: CallerPolicy.longestAttribute + 1)
            let endless = try await front.ask(
                .get, "/api/v1/bars/who", fields: [("x-k", Self.key), ("cf-ipcountry", long)])
            let country = try Value(json: endless.body)["country"]
            #expect(country == nil)
        }
    }

    @Test func `as long as nobody knows users, routes for users know nobody`() async throws {
        try await withFront { front in
            for path in ["mine", "staff"] {
                let response = try await front.ask(
                    .get, "/api/v1/bars/\(path)", fields: [("Authorization", "Bearer x")])
                #expect(response.status == Status(401))
                #expect(response.field("WWW-Authenticate") == "Bearer")
                #expect(
                    response.text.contains(
                        #""detail":"this is for users who have signed in","#
                            + #""message":"this is for users who have signed in","request":""#))
            }
        }
    }

    @Test func `a user asks what is for users, and what is for their role`() async throws {
        struct Tokens: Authenticator {
            func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict {
                let text = token.indices.map { String(UnicodeScalar(token[$0])) }.joined()
                switch text {
                case "ada": return .user(Identity(key: "ada", attributes: ["country": "ES"], roles: ["staff"]))
                case "bob": return .user(Identity(key: "bob"))
                default: return .refused(.unknownIssuer)
                }
            }
        }
        try await withFront(authenticator: Tokens()) { front in
            func status(_ path: String, _ authorization: String) async throws -> Int {
                try await front.status(.get, "/api/v1/bars/\(path)", fields: [("Authorization", authorization)])
            }
            let statuses = [
                try await status("mine", "Bearer ada"), try await status("staff", "bearer  ada"),
                try await status("mine", "Bearer bob"), try await status("staff", "Bearer bob"),
                // A token that is not good is told, wherever it comes.
                try await status("mine", "Bearer eve"), try await status("who", "Bearer eve"),
                try await status("mine", "Basic ada"), try await status("who", "Basic ada"),
            ]
            #expect(statuses == [200, 200, 200, 403, 401, 401, 401, 200])
            let forbidden = try await front.ask(.get, "/api/v1/bars/staff", fields: [("Authorization", "Bearer bob")])
            #expect(forbidden.text.contains(#""detail":"this is for those with the role \"staff\"""#))
            let bad = try await front.ask(.get, "/api/v1/bars/who", fields: [("Authorization", "Bearer eve")])
            #expect(bad.field("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
            let ada = try await front.ask(.get, "/api/v1/bars/who", fields: [("Authorization", "Bearer ada")])
            let who = try Value(json: ada.body)
            #expect(who["key"] == "ada")
            #expect(who["country"] == "ES")
            // A user's key is nothing to keep in a cookie.
            #expect(ada.field("Set-Cookie") == nil)
            #expect(who["device"] == nil)
            // What a guest has can move to the user who signs in on the device.
            let fields = [("Authorization", "Bearer ada"), ("Cookie", "flagstand_key=\(Self.key)")]
            let moved = try Value(json: await front.ask(.get, "/api/v1/bars/who", fields: fields).body)
            #expect(moved["key"] == "ada")
            #expect(moved["device"] == .text(Self.key))
        }
    }

    @Test func `keys spell random bytes, each once`() {
        var maker = KeyMaker()
        let keys = (0..<1_000).compactMap { _ in maker.next() }
        #expect(Set(keys).count == 1_000)
    }
}
