import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite struct RateLimiterTests {
    private func caller(
        _ key: String?, address: String? = nil, isSignedIn: Bool = true, origin: Caller.Origin = .http
    ) -> Caller { Caller(key: key, attributes: [:], origin: origin, address: address, isSignedIn: isSignedIn) }

    @Test func `A window begins with the first question and allows so many in it`() {
        var limiter = RateLimiter(.per(.caller, 2, in: .seconds(10)))
        let ada = caller("ada")
        #expect(limiter.wait(of: ada, at: .seconds(100)) == nil)
        #expect(limiter.wait(of: ada, at: .seconds(109)) == nil)
        // What is refused is not counted, so that who waits gets in.
        for second in [109, 109] { #expect(limiter.wait(of: ada, at: .seconds(second)) == .seconds(1)) }
        #expect(limiter.wait(of: ada, at: .seconds(110)) == nil)
        #expect(limiter.wait(of: ada, at: .seconds(111)) == nil)
        #expect(limiter.wait(of: ada, at: .seconds(112)) == .seconds(8))
    }

    /// A guest who sends no key gets another one each time, so keys limit no guest.
    @Test func `Users are counted wherever they are, guests by their address`() {
        let limit = RouteLimit.per(.caller, 1, in: .seconds(10))
        #expect(limit.key(of: caller("ada", address: "::1")) == limit.key(of: caller("ada", address: "::2")))
        #expect(
            limit.key(of: caller("x", address: "::1", isSignedIn: false))
                == limit.key(of: caller("y", address: "::1", isSignedIn: false)))
        #expect(limit.key(of: caller("a")) != limit.key(of: caller("a", isSignedIn: false)))
        #expect(limit.key(of: .system) == nil)
        #expect(limit.key(of: caller(nil, isSignedIn: false, origin: .cli)) == "cli")
        let byAddress = RouteLimit.per(.address, 1, in: .seconds(10))
        #expect(byAddress.key(of: caller("a", address: "::1")) == byAddress.key(of: caller("b", address: "::1")))
        #expect(byAddress.key(of: caller("a")) == limit.key(of: caller("a")))
    }

    @Test func `Only so many are counted; who asked longest ago is forgotten`() {
        var limiter = RateLimiter(.per(.caller, 1, in: .seconds(10)), capacity: 2)
        for key in ["a", "b", "c"] { #expect(limiter.wait(of: caller(key), at: .zero) == nil) }
        #expect(limiter.wait(of: caller("c"), at: .zero) == .seconds(10))
        #expect(limiter.wait(of: caller("a"), at: .zero) == nil)
    }

    @Test(
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
            ("2001:db8:1:2::", "2001:db8:1:2"), ("2001:0db8:0001:0002:ffff::1", "2001:db8:1:2"), ("::1", "0:0:0:0"),
            ("fe80::1%eth0", "fe80:0:0:0"), ("::", "0:0:0:0"), ("nonsense", "nonsense"), ("1:2:3", "1:2:3"),
            ("1::2::3", "1::2::3"),
            ("1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"), ("::ffff:999.0.2.7", "::ffff:999.0.2.7"), (nil, nil),
            (String(repeating: "a", count: 1_000), nil),
        ] as [(String?, String?)])
    func `A network is an address, or 64 bits of IPv6`(_ address: String?, _ network: String?) {
        #expect(caller(nil, address: address).network == network)
    }

    @Test func `One customer of IPv6 is counted once`() {
        let limit = RouteLimit.per(.address, 1, in: .seconds(10))
        #expect(
            limit.key(of: caller(nil, address: "2001:db8:1:2::1"))
                == limit.key(of: caller(nil, address: "2001:db8:1:2::2")))
        #expect(
            limit.key(of: caller(nil, address: "2001:db8:1:2::1"))
                != limit.key(of: caller(nil, address: "2001:db8:1:3::1")))
    }
}
