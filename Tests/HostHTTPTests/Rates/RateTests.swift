@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import HostAccess
import HostSystem
import Testing

@testable import HostHTTP

/// Who asks too often, in front of everything else.
@Suite struct RateTests {
    private static let once = TokenRate(interval: .seconds(3), burst: 2)

    private static func request(
        _ path: String = "/api/v1/bars/bars", from peer: String = "192.0.2.1", _ fields: [(String, String)] = []
    ) -> Request {
        Request(.get, path, fields: fields, peer: .address(peer, port: 1))
    }

    private static func refusal(_ front: TestFront, _ request: Request) -> Response? {
        if case .refuse(let refused) = front.router.admit(request) { refused.response } else { nil }
    }

    @Test func `an address waits, others do not, and health is never refused`() async throws {
        let clock = TestClock()
        let rates = Rates(clock: clock.source)
        rates.update(address: Self.once, caller: nil, proxies: Proxies())
        try await withFront(rates: rates, clock: clock) { front in
            #expect(Self.refusal(front, Self.request()) == nil)
            #expect(Self.refusal(front, Self.request("/nothing/there")) == nil)
            let refused = try #require(Self.refusal(front, Self.request()))
            #expect(refused.status.code == 429 && refused.field("Retry-After") == "3")
            let text = String(decoding: refused.body, as: UTF8.self)
            #expect(text.contains(#""code":"too-many-requests""#))
            #expect(text.contains("this address asks too often; try again in 3 s"))
            for path in ["/healthz", "/readyz", "/readyz/feature/bars"] {
                #expect(Self.refusal(front, Self.request(path)) == nil)
            }
            for path in ["/readyzz", "/healthz/", "/metrics", "/xhealthz"] {
                #expect(Self.refusal(front, Self.request(path)) != nil)
            }
            #expect(Self.refusal(front, Self.request(from: "192.0.2.2")) == nil)
            #expect(rates.limited(by: .address) == 5 && rates.limited(by: .caller) == 0)
        }
    }

    @Test func `OFREP has its own refusals, and pages may read Retry-After`() async throws {
        let clock = TestClock()
        let rates = Rates(clock: clock.source)
        rates.update(address: TokenRate(interval: .milliseconds(1_500), burst: 1), caller: nil, proxies: Proxies())
        try await withFront(rates: rates, clock: clock) { front in
            front.show(cors: CORSPolicy(origins: ["https://app.example"], credentials: false))
            let asked = Self.request("/ofrep/v1/evaluate/flags", from: "192.0.2.1", [("Origin", "https://app.example")])
            #expect(Self.refusal(front, asked) == nil)
            let refused = try #require(Self.refusal(front, asked))
            #expect(refused.field("Retry-After") == "2")
            #expect(refused.field("Access-Control-Allow-Origin") == "https://app.example")
            #expect(String(decoding: refused.body, as: UTF8.self).contains(#""errorCode":"GENERAL""#))
        }
    }

    @Test func `clients of a trusted proxy are counted separately, and other forwarded addresses ignored`() async throws
    {
        let clock = TestClock()
        let rates = Rates(clock: clock.source)
        let proxies = Proxies([try IPNetwork("10.0.0.0/8")])
        rates.update(address: TokenRate(interval: .seconds(60), burst: 1), caller: nil, proxies: proxies)
        try await withFront(rates: rates, clock: clock) { front in
            func ask(_ forwarded: String, from peer: String) -> Bool {
                Self.refusal(front, Self.request(from: peer, [("X-Forwarded-For", forwarded)])) == nil
            }
            #expect(ask("192.0.2.1", from: "10.0.0.1") && !ask("192.0.2.1", from: "10.0.0.2"))
            #expect(ask("192.0.2.2", from: "10.0.0.1"))
            #expect(ask("192.0.2.3", from: "198.51.100.1") && !ask("192.0.2.4", from: "198.51.100.1"))
            let request = Self.request(from: "10.0.0.1", [("X-Forwarded-For", "192.0.2.9")])
            _ = front.router.admit(request)
            #expect(request.client.description == "192.0.2.9" && request.peer.description == "10.0.0.1")
        }
    }

    @Test func `a user is limited across addresses, and anonymous callers are not counted`() async throws {
        struct Tokens: Authenticator {
            func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict {
                .user(Identity(key: token.count == 3 ? "accounts:ada" : "accounts:other"))
            }
        }
        let clock = TestClock()
        let rates = Rates(clock: clock.source)
        rates.update(
            address: nil, caller: TokenRate(interval: .seconds(3), burst: 2), proxies: Proxies())
        try await withFront(authenticator: Tokens(), rates: rates, clock: clock) { front in
            func status(_ path: String, _ token: String?, accept: String = "*/*") async throws -> Int {
                let fields = token.map { [("Authorization", "Bearer \($0)")] } ?? []
                return try await front.ask(.get, "/api/v1/bars/\(path)", fields: fields + [("Accept", accept)]).status
                    .code
            }
            let statuses = [
                try await status("mine", "ada"), try await status("who", "ada"), try await status("who", "ada"),
                // A topic that is followed is a question as well.
                try await status("stream/bars.tap", "ada", accept: "text/event-stream"),
                try await status("mine", "other"), try await status("who", nil), try await status("who", nil),
                try await status("who", nil), try await status("who", nil),
            ]
            #expect(statuses == [200, 200, 429, 429, 200, 200, 200, 200, 200])
            #expect(rates.limited(by: .caller) == 2)
            let refused = try await front.ask(.get, "/api/v1/bars/who", fields: [("Authorization", "Bearer ada")])
            #expect(refused.text.contains("this user asks too often; try again in 3 s"), "\(refused.text)")
            clock.advance(by: .seconds(3))
            let later = try await status("mine", "ada")
            #expect(later == 200)
        }
    }

    @Test func `an address with too many forged tokens waits, except with a known token`() async throws {
        struct Tokens: Authenticator {
            func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict {
                recall(token, at: loop).map(Verdict.user) ?? .refused(token.count > 4 ? .expired : .badSignature)
            }

            func recall(_ token: borrowing Span<UInt8>, at loop: Int) -> Identity? {
                token.count == 3 ? Identity(key: "ada") : nil
            }
        }
        let clock = TestClock()
        let rates = Rates(clock: clock.source)
        try await withFront(authenticator: Tokens(), rates: rates, clock: clock) { front in
            func ask(_ token: String) async throws -> Response {
                try await front.ask(.get, "/api/v1/bars/mine", fields: [("Authorization", "Bearer \(token)")])
            }
            // What honest apps send after a while is no forgery.
            for _ in 0...Rates.mostForged { #expect(try await ask("expired").status.code == 401) }
            for _ in 0..<Rates.mostForged { #expect(try await ask("evil").status.code == 401) }
            let refused = try await ask("evil")
            #expect(refused.status.code == 429 && refused.field("Retry-After") == "1")
            #expect(try await ask("expired").status.code == 429)
            #expect(try await ask("ada").status == .ok)
            #expect(rates.limited(by: .token) == 2)
            clock.advance(by: .seconds(1))
            #expect(try await ask("evil").status.code == 401)
        }
    }
}
