import FeatureKit
import HostConfig
import Testing

@testable import HostAccess

/// When claims hold; pure, to the second.
@Suite struct ClaimRulesTests {
    private let rules = ClaimRules(
        AccessSettings.Issuer(
            name: "a", issuers: ["https://a.example", "a.example"], audiences: ["ios", "web"], keys: .file("/k"),
            skew: .seconds(30)))

    private func check(
        _ more: [(String, Value)], at seconds: Int64 = 1_000
    ) throws(TokenFault) -> Range<Timestamp> {
        var claims: Members = ["iss": "https://a.example", "sub": "s", "aud": "web", "exp": 2_000]
        for (name, value) in more { claims[name] = value }
        return try rules.check(Claims(claims), at: Timestamp(nanoseconds: seconds * 1_000_000_000))
    }

    private func fault(_ more: (String, Value)..., at seconds: Int64 = 1_000) -> TokenFault? {
        do throws(TokenFault) {
            _ = try check(more, at: seconds)
            return nil
        } catch { return error }
    }

    @Test func `an issuer's names count to the letter`() {
        #expect(fault(("iss", "a.example")) == nil)
        for other in ["https://a.example/", "https://A.example", "a.example ", "https://b.example", ""] {
            #expect(fault(("iss", .text(other))) == .unknownIssuer)
        }
    }

    @Test func `one audience of several is enough`() {
        #expect(fault(("aud", "ios")) == nil)
        #expect(fault(("aud", ["other", "ios"])) == nil)
        #expect(fault(("aud", ["other"])) == .otherAudience)
        #expect(fault(("aud", [])) == .otherAudience)
        #expect(fault(("aud", "WEB")) == .otherAudience)
        #expect(fault(("aud", "we")) == .otherAudience)
    }

    @Test func `clocks may be apart by the skew and no more`() {
        #expect(fault(at: 2_029) == nil)
        #expect(fault(at: 2_030) == .expired)
        #expect(fault(("nbf", 1_030)) == nil)
        #expect(fault(("nbf", 1_031)) == .notYet("nbf"))
        #expect(fault(("iat", 1_030)) == nil)
        #expect(fault(("iat", 1_031)) == .notYet("iat"))
        #expect(fault(("iat", 500), ("nbf", 1_031)) == .notYet("nbf"))
    }

    @Test func `times may have fractions, and be beyond all clocks`() {
        #expect(fault(("exp", 970.5)) == nil)
        #expect(fault(("exp", 969.9)) == .expired)
        #expect(fault(("exp", .integer(.max))) == nil)
        #expect(fault(("exp", 9_999_999_999)) == nil)
        #expect(fault(("exp", 1e300)) == nil)
        #expect(fault(("exp", .integer(.min))) == .expired)
        #expect(fault(("exp", -1)) == .expired)
        #expect(fault(("nbf", .integer(.max))) != nil)
        #expect(fault(("nbf", .integer(.min)), ("iat", -1e300)) == nil)
    }

    @Test func `a path with dots leads to a claim, and a claim's own name comes first`() throws {
        let claims = try Claims([
            "iss": "a", "sub": "s", "aud": "b", "exp": 1, "realm": ["roles": ["staff"]],
            "https://a.example/roles": ["x"], "a.b": "own", "a": ["b": "inner"],
        ])
        #expect(claims.claim("realm.roles") == ["staff"])
        #expect(claims.claim("https://a.example/roles") == ["x"])
        #expect(claims.claim("a.b") == "own")
        #expect(claims.claim("realm.none") == nil)
        #expect(claims.claim("sub.x") == nil)
        #expect(claims.claim("") == nil)
    }
}
