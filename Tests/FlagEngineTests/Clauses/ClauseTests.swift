import FeatureKit
import Testing

@testable import FlagEngine

/// What each operator of `when` asks.
@Suite struct ClauseTests {
    /// A clause about the attribute `a`, what that holds, and whether the clause holds; without a value it is not there.
    struct Case: CustomTestStringConvertible, Sendable {
        let test: ClauseTest
        let operand: Value
        let found: Value?
        let holds: Bool

        init(_ test: ClauseTest, _ operand: Value, _ found: Value?, _ holds: Bool) {
            self.test = test
            self.operand = operand
            self.found = found
            self.holds = holds
        }

        var testDescription: String {
            "\(found?.json ?? "missing") \(test.rawValue) \(operand.json): \(holds)"
        }
    }

    private static func check(_ rows: [Case]) {
        for row in rows {
            let caller: Value = .object(row.found.map { ["a": $0] } ?? [:])
            #expect(ClauseBench.holds("a", row.test, row.operand, for: caller) == row.holds, "\(row.testDescription)")
        }
    }

    @Test func `eq and not compare kind and value`() {
        let rows: [(Value, Value?, Bool)] = [
            ("ES", "ES", true), ("ES", "es", false), ("ES", "E", false), ("", "", true), ("ES", nil, false),
            ("ES", .null, false), ("ES", 1, false), ("1", 1, false), (1, "1", false), (1, 1, true), (1, 1.0, true),
            (1.0, 1, true), (1.5, 1.5, true), (1.5, 1, false), (true, true, true), (true, false, false),
            (true, 1, false), (1, true, false), ("true", true, false), (0, -0.0, true),
            (9_007_199_254_740_993, 9_007_199_254_740_992.0, false),
            (9_007_199_254_740_992, 9_007_199_254_740_992.0, true),
            (.integer(.max), 9_223_372_036_854_775_808.0, false), (.integer(.min), -9_223_372_036_854_775_808.0, true),
            ("ES", ["FR", "ES"], true), ("ES", ["FR"], false), ("ES", [], false), (3, ["3", 3.0], true),
            ("ES", [["ES"]], false), ("ES", ["ES": "ES"], false), ("é", "e\u{301}", false),
        ]
        Self.check(rows.flatMap { [Case(.eq, $0, $1, $2), Case(.not, $0, $1, !$2)] })
    }

    @Test(arguments: [0, 100]) func `in and not_in look for an element, however long the list`(padding: Int) {
        let more = (0..<padding).flatMap { [Value.text("p\($0)"), .integer(Int64($0) + 1_000)] }
        let list = Value.list(["ES", "FR", 3, 4.5, true, 9_007_199_254_740_993] + more)
        let rows: [(Value?, Bool)] = [
            ("ES", true), ("FR", true), ("es", false), (3, true), (3.0, true), (4.5, true), (4, false), (true, true),
            (false, false), ("3", false), ("true", false), (nil, false), (.null, false), (["DE", "FR"], true),
            (["DE"], false), ([], false), (["ES": 1], false), (9_007_199_254_740_993, true),
            (9_007_199_254_740_992.0, false),
        ]
        Self.check(rows.flatMap { [Case(.in, list, $0, $1), Case(.notIn, list, $0, !$1)] })
        for element in more { Self.check([Case(.in, list, element, true)]) }
    }

    @Test(arguments: [0, 100]) func `the texts of a list may differ in case`(padding: Int) {
        let more = (0..<padding).map { Value.text("P\($0)") }
        let list = Value.list(["Es", "FR", "Straße", "ΟΔΟΣ"] + more)
        let rows: [(Value?, Bool)] = [
            ("ES", true), ("fr", true), ("STRAßE", true), ("STRASSE", false), ("οδος", true), ("οδοσ", true),
            ("E", false), ("ESP", false), (3, false), (nil, false), (["x", "es"], true), (["x"], false),
        ]
        Self.check(rows.flatMap { [Case(.inNoCase, list, $0, $1), Case(.notInNoCase, list, $0, !$1)] })
        for index in 0..<padding { Self.check([Case(.inNoCase, list, .text("p\(index)"), true)]) }
    }

    @Test func `texts are searched`() {
        Self.check([
            Case(.contains, "circuit", "ana@circuit.example", true), Case(.contains, "Circuit", "circuit", false),
            Case(.contains, "", "x", true), Case(.contains, "abc", "ab", false), Case(.contains, "aab", "aaab", true),
            Case(.contains, ["x", "cir"], "circuit", true), Case(.contains, ["x", "y"], "circuit", false),
            Case(.contains, "ES", ["FR", "ES"], true), Case(.contains, "E", ["ES"], false),
            Case(.contains, 3, [1, 3.0], true), Case(.contains, [7, "FR"], ["FR"], true),
            Case(.contains, 3, "3", false), Case(.contains, "3", 3, false), Case(.contains, "x", nil, false),
            Case(.contains, "x", .null, false), Case(.contains, "a", ["a": 1], false),
            Case(.startsWith, "ana", "ana@x", true), Case(.startsWith, "na", "ana", false),
            Case(.startsWith, "", "", true), Case(.startsWith, "ana@", "ana", false),
            Case(.startsWith, ["bob", "an"], "ana", true), Case(.startsWith, "a", ["a"], false),
            Case(.startsWith, "1", 12, false), Case(.startsWith, "a", nil, false),
            Case(.endsWith, "@circuit.example", "ana@circuit.example", true),
            Case(.endsWith, "@circuit.example", "circuit.example", false), Case(.endsWith, "", "x", true),
            Case(.endsWith, [".com", ".es"], "x.es", true), Case(.endsWith, "a", ["a"], false),
            Case(.endsWith, "a", nil, false),
        ])
    }

    @Test func `a long list is searched as well`() {
        let list = Value.list((0..<50).map { .text("word\($0).") })
        Self.check([
            Case(.contains, list, "a word42. is here", true), Case(.contains, list, "a word52. is not", false),
            Case(.contains, list, ["word42."], true), Case(.startsWith, list, "word7. x", true),
            Case(.endsWith, list, "x word7.", true), Case(.containsNoCase, list, "x WORD7.", true),
            Case(.startsWithNoCase, list, "WORD9. x", true), Case(.endsWithNoCase, list, "x WORD9.", true),
            Case(.containsNoCase, list, ["WORD9."], true), Case(.endsWithNoCase, list, "x WORD99.", false),
        ])
    }

    @Test func `letters are the same in either case`() {
        Self.check([
            Case(.eqNoCase, "ana@Circuit.Example", "ANA@circuit.example", true), Case(.eqNoCase, "a", "ab", false),
            Case(.eqNoCase, "É", "é", true), Case(.eqNoCase, "ΣΑΣ", "σας", true), Case(.eqNoCase, "ß", "ẞ", true),
            Case(.eqNoCase, "K", "\u{212A}", true), Case(.eqNoCase, "i", "ı", false), Case(.eqNoCase, "ж", "Ж", true),
            Case(.eqNoCase, "@", "`", false), Case(.eqNoCase, "[", "{", false), Case(.eqNoCase, "𐐀", "𐐨", true),
            Case(.eqNoCase, "a", ["B", "A"], true), Case(.eqNoCase, "1", 1, false), Case(.eqNoCase, "a", nil, false),
            Case(.containsNoCase, "CIRCUIT", "ana@circuit.example", true), Case(.containsNoCase, "ÉS", "Andrés", true),
            Case(.containsNoCase, "x", "", false), Case(.containsNoCase, "", "", true),
            Case(.containsNoCase, "k", "€\u{212A}€", true), Case(.containsNoCase, "A", ["b", "a"], true),
            Case(.containsNoCase, "xyz", "xy", false),
            Case(.startsWithNoCase, "ANA", "ana@x", true), Case(.startsWithNoCase, "ana", "an", false),
            Case(.startsWithNoCase, "\u{212A}a", "kA", true),
            Case(.endsWithNoCase, ".EXAMPLE", "x.example", true), Case(.endsWithNoCase, "k", "€\u{212A}", true),
            Case(.endsWithNoCase, "\u{212A}", "xk", true), Case(.endsWithNoCase, "abc", "bc", false),
            Case(.endsWithNoCase, ["x", "É"], "café", true), Case(.endsWithNoCase, "a", nil, false),
        ])
    }

    @Test func `patterns are found anywhere unless they are anchored`() {
        Self.check([
            Case(.matches, "cir.uit", "ana@circuit.example", true), Case(.matches, "^circuit", "a circuit", false),
            Case(.matches, "^a.*e$", "ana@circuit.example", true), Case(.matches, "CIRCUIT", "circuit", false),
            Case(.matches, "(?i)CIRCUIT", "circuit", true), Case(.matchesNoCase, "CIRCUIT", "circuit", true),
            Case(.matches, "", "", true), Case(.matches, "x", nil, false), Case(.matches, "1", 1, false),
            Case(.matches, "a", ["a"], false), Case(.matches, "^\\p{Lu}\\pL+$", "Éva", true),
            Case(.matches, "^.$", "é", true), Case(.matchesNoCase, "^é$", "É", true),
            // A pattern on which others take exponential time.
            Case(.matches, "^(a+)+$", .text(String(repeating: "a", count: 10_000) + "b"), false),
        ])
    }

    @Test func `numbers are compared exactly`() {
        Self.check([
            Case(.gt, 18, 19, true), Case(.gt, 18, 18, false), Case(.gt, 18, 18.5, true), Case(.gt, 18.5, 18, false),
            Case(.gte, 18, 18.0, true), Case(.gte, 18, 17, false), Case(.lt, 18, 17, true), Case(.lt, 18, 18, false),
            Case(.lte, 18, 18, true), Case(.lte, 18, 18.1, false), Case(.gt, 18, "19", false),
            Case(.gt, 18, nil, false),
            Case(.lt, 18, .null, false), Case(.gt, 0, true, false), Case(.gt, 1, [2], false),
            Case(.gt, 9_007_199_254_740_992.0, 9_007_199_254_740_993, true),
            Case(.lt, 9_007_199_254_740_993, 9_007_199_254_740_992.0, true),
            Case(.gt, 9_007_199_254_740_992.0, 9_007_199_254_740_992, false),
            Case(.lt, 1e300, .integer(.max), true), Case(.gt, -1e300, .integer(.min), true),
            Case(.gte, -2.5, -2, true), Case(.lt, -2.5, -3, true), Case(.gt, -3, -2.5, true),
            Case(.between, [18, 65], 18, true), Case(.between, [18, 65], 65.0, true),
            Case(.between, [18, 65], 65.1, false), Case(.between, [18, 65], 17, false),
            Case(.between, [18, 18], 18, true), Case(.between, [18, 65], "30", false),
            Case(.between, [18, 65], nil, false),
        ])
    }

    @Test func `versions are compared`() {
        Self.check([
            Case(.semverEq, "2.1.0", "2.1.0", true), Case(.semverEq, "2.1", "v2.1.0", true),
            Case(.semverEq, "2.1.0", "2.1.0+build", true), Case(.semverEq, "2.1.0", "2.1.0-rc", false),
            Case(.semverGte, "2.1.0", "2.10.0", true), Case(.semverGte, "2.1.0", "2.0.9", false),
            Case(.semverGt, "2.1.0", "2.1.0", false), Case(.semverGt, "2.1.0-rc.1", "2.1.0", true),
            Case(.semverLt, "2.1.0", "2.1.0-rc.1", true), Case(.semverLte, "2.1.0", "2.1.0", true),
            Case(.semverLt, "2.1.0", "3", false), Case(.semverCaret, "2.1.0", "2.9.0", true),
            Case(.semverCaret, "2.1.0", "2.0.9", false), Case(.semverCaret, "2.1.0", "3.0.0", false),
            Case(.semverTilde, "2.1.3", "2.1.9", true), Case(.semverTilde, "2.1.3", "2.2.0", false),
            Case(.semverTilde, "2.1.3", "2.1.2", false), Case(.semverGte, 2, "2.0.1", true),
            Case(.semverGte, "2", 2, true), Case(.semverGte, 1.2, 1.25, true), Case(.semverGte, "2.1.0", "new", false),
            Case(.semverLt, "2.1.0", "1.2.3.4", false), Case(.semverGte, "1", nil, false),
            Case(.semverGte, "1", true, false), Case(.semverGte, "1", ["2"], false), Case(.semverEq, "1", "", false),
        ])
    }

    @Test func `times are compared`() {
        Self.check([
            Case(.before, "2026-11-20", "2026-11-19T23:59:59Z", true),
            Case(.before, "2026-11-20", "2026-11-20T00:00:00Z", false),
            Case(.before, "2026-11-20", "2026-11-20T00:30:00+01:00", true),
            Case(.before, "2026-11-20", "2026-11-19", true), Case(.after, "2026-11-20", "2026-11-20", false),
            Case(.after, "2026-11-20T14:03:05Z", "2026-11-20T14:03:05.001Z", true),
            Case(.after, "1970-01-01", 1, true), Case(.after, "1970-01-01", 0.5, true),
            Case(.before, 10, "1970-01-01T00:00:09Z", true), Case(.before, 10.5, 10, true),
            Case(.after, "2026-11-20", .integer(.max), true), Case(.before, "2026-11-20", .integer(.min), true),
            Case(.after, "2026-11-20", 1e300, true), Case(.before, "2026-11-20", "yesterday", false),
            Case(.before, "2026-11-20", "2026-13-01", false), Case(.before, "2026-11-20", nil, false),
            Case(.before, "2026-11-20", true, false), Case(.after, "2026-11-20", ["2027-01-01"], false),
            Case(.before, "2026-11-20", "2026-11-19T10:00:00", false),
        ])
    }

    @Test func `addresses lie in blocks`() {
        Self.check([
            Case(.inCIDR, "10.0.0.0/8", "10.200.3.4", true), Case(.inCIDR, "10.0.0.0/8", "11.0.0.1", false),
            Case(.inCIDR, "10.1.2.3/8", "10.9.9.9", true), Case(.inCIDR, "10.1.2.3", "10.1.2.3", true),
            Case(.inCIDR, "10.1.2.3", "10.1.2.4", false), Case(.inCIDR, "0.0.0.0/0", "200.1.1.1", true),
            Case(.inCIDR, "0.0.0.0/0", "2001:db8::1", false), Case(.inCIDR, "::/0", "10.0.0.1", false),
            Case(.inCIDR, "::/0", "2001:db8::1", true), Case(.inCIDR, "2001:db8::/32", "2001:db8:ffff::1", true),
            Case(.inCIDR, "2001:db8::/32", "2001:db9::1", false), Case(.inCIDR, "10.0.0.0/8", "::ffff:10.1.1.1", true),
            Case(.inCIDR, "::ffff:10.0.0.0/104", "10.1.1.1", true), Case(.inCIDR, "::1", "0:0:0:0:0:0:0:1", true),
            Case(.inCIDR, ["10.0.0.0/8", "192.168.0.0/16"], "192.168.7.7", true),
            Case(.inCIDR, ["10.0.0.0/8", "192.168.0.0/16"], "192.169.7.7", false),
            Case(.inCIDR, "10.0.0.0/8", "10.0.0.1:80", false), Case(.inCIDR, "10.0.0.0/8", "10.0.0", false),
            Case(.inCIDR, "10.0.0.0/8", "010.0.0.1", false), Case(.inCIDR, "10.0.0.0/8", "10.0.0.256", false),
            Case(.inCIDR, "fe80::/10", "fe80::1%eth0", false), Case(.inCIDR, "10.0.0.0/8", 10, false),
            Case(.inCIDR, "10.0.0.0/8", nil, false), Case(.inCIDR, "10.0.0.0/31", "10.0.0.1", true),
            Case(.inCIDR, "10.0.0.0/31", "10.0.0.2", false),
        ])
    }

    @Test func `exists asks whether an attribute is there and not null`() {
        Self.check([
            Case(.exists, true, "x", true), Case(.exists, true, false, true), Case(.exists, true, [], true),
            Case(.exists, true, .null, false), Case(.exists, true, nil, false), Case(.exists, false, nil, true),
            Case(.exists, false, .null, true), Case(.exists, false, 0, false),
        ])
    }

    @Test func `the current time is an attribute`() {
        #expect(ClauseBench.holds("$now", .after, "2026-11-20", for: [:], now: 1_800_000_000) == true)
        #expect(ClauseBench.holds("$now", .before, "2026-11-20", for: [:], now: 1_800_000_000) == false)
        #expect(ClauseBench.holds("$now", .gte, 1_800_000_000, for: ["$now": 5], now: 1_800_000_000) == true)
    }

    @Test func `paths lead into objects, and a name with a dot comes first`() {
        let caller: Value = ["device": ["os": "ios"], "device.os": "named", "app": ["version": "2.1"]]
        #expect(ClauseBench.holds("device.os", .eq, "named", for: caller) == true)
        #expect(ClauseBench.holds("app.version", .semverGte, "2", for: caller) == true)
        #expect(ClauseBench.holds("app.build", .exists, false, for: caller) == true)
    }
}
