import FeatureKit
import FlagEngine
import Testing

/// Flags in flagd's form: what an expression gives, and what becomes of it.
@Suite struct ExpressionTests {
    private static let variants: [(String, Value)] = [
        ("true", 1), ("1", 2), ("1.5", 3), ("plain", 4), ("9000000000", 5),
    ]

    private func outcome(of logic: Value, default preset: String? = "plain", for context: Members = Members()) -> String
    {
        let flag = Sample.flag("f", variants: Self.variants, default: preset, .logic(Logic(logic)))
        return answer("f", of: Sample.program([flag]).program, for: context)
    }

    @Test(
        arguments: [
            ("plain", "plain TARGETING_MATCH"), (true, "true TARGETING_MATCH"), (1, "1 TARGETING_MATCH"),
            (1.0, "1 TARGETING_MATCH"), (1.5, "1.5 TARGETING_MATCH"), (9_000_000_000, "9000000000 TARGETING_MATCH"),
            (#""pl"ain"#, "plain TARGETING_MATCH"), (false, "- ERROR GENERAL"), ("Plain", "- ERROR GENERAL"),
            ("", "- ERROR GENERAL"), ([1], "- ERROR GENERAL"), (nil, "plain DEFAULT"),
        ] as [(Value, String)])
    func `what it gives names a variant`(_ given: Value, _ expected: String) {
        #expect(outcome(of: ["var": "given"], for: Members([("given", given)])) == expected)
    }

    @Test func `nothing means the default`() {
        #expect(outcome(of: ["var": "given"]) == "plain DEFAULT")
        #expect(outcome(of: ["var": "given"], default: nil) == "- DEFAULT")
    }

    @Test func `what can't be evaluated harms nobody else`() {
        let (program, problems) = Sample.program([
            Sample.flag("bad", .logic(Logic(["nonsense": [1]]))), Sample.flag("good"),
        ])
        #expect(answer("bad", of: program) == "- ERROR PARSE_ERROR")
        #expect(answer("good", of: program) == "off STATIC")
        #expect(problems.allSatisfy { $0.severity == .warning })
    }

    @Test func `flagd's own attributes are there`() {
        let logic: Value = [
            "if": [["==": [["var": "$flagd.timestamp"], 1_700_000_000]], ["var": "$flagd.flagKey"], "x"]
        ]
        let flag = Sample.flag("plain", variants: [("plain", true)], default: nil, .logic(Logic(logic)))
        let claim = Members([("$flagd", ["timestamp": 5, "flagKey": "y"])])
        #expect(answer("plain", of: Sample.program([flag]).program, for: claim) == "plain TARGETING_MATCH")
    }

    @Test func `what is required keeps its own key`() {
        let own = Sample.flag(
            "base", variants: [("base", true), ("top", false)], default: nil, .logic(Logic(["var": "$flagd.flagKey"])))
        let top = Sample.flag(
            "top", variants: [("base", true), ("top", false)], default: nil, requires: [("base", true)],
            .logic(Logic(["var": "$flagd.flagKey"])))
        let (program, problems) = Sample.program([own, top])
        #expect(problems.isEmpty)
        #expect(answer("top", of: program) == "top TARGETING_MATCH")
    }

    @Test func `another flag's error is its own`() {
        let bad = Sample.flag("bad", .logic(Logic(["if": [["var": "a"], ["nonsense": [1]], "on"]])))
        let top = Sample.flag("top", default: "on", off: "off", requires: [("bad", true)])
        let (program, _) = Sample.program([bad, top])
        #expect(answer("top", of: program, for: Members([("a", true)])) == "off DISABLED")
        #expect(answer("top", of: program) == "on STATIC")
    }
}
