import FeatureKit
import TestSupport
import Testing

@testable import FlagEngine

/// What lint remarks on, and that it never says that a rule can't be reached which can.
@Suite(.timeLimit(.minutes(1))) struct LintTests {
    private static func place(_ line: Int) -> FlagPlace { FlagPlace(file: "flags.yaml", line: line, column: 1) }

    private static func clause(_ attribute: String, _ test: ClauseTest, _ operand: Value) -> Condition {
        .clause(Clause(attribute: attribute, test: test, operand: operand, place: place(1)))
    }

    private static func serve(
        _ variant: String, when condition: Condition? = nil, name: String? = nil, line: Int = 1
    ) -> Rule {
        Rule(name: name, condition: condition, outcome: .serve(variant: variant), place: place(line))
    }

    private static func split(_ shares: [(variant: String?, weight: Double)]) -> Rule {
        let shares = shares.map { Split.Share(variant: $0.0, weight: UInt64(($0.1 * Double(Split.one)).rounded())) }
        return Rule(
            name: nil, condition: nil,
            outcome: .split(Split(attribute: "targetingKey", seed: "f", shares: shares, place: place(7))),
            place: place(7))
    }

    private static func flag(_ rules: [Rule], key: String = "f") -> FlagDefinition {
        let variants = ["x", "y"].map { FlagDefinition.Variant(name: $0, value: .text($0), place: place(2)) }
        var flag = FlagDefinition(key: key, place: place(1), kind: .string, variants: variants, defaultVariant: "x")
        if !rules.isEmpty { flag.targeting = .rules(rules) }
        return flag
    }

    private static func remarks(
        _ flags: [FlagDefinition], segments: [SegmentDefinition] = [], today: String = "2026-11-20T00:00:00Z"
    ) throws -> [String] {
        let book = FlagDefinitions(sets: [FlagSet(source: "flags.yaml", flags: flags, segments: segments)])
        var problems: [FlagProblem] = []
        let program = FlagProgram(book, revision: 1, problems: &problems)
        #expect(problems == [])
        return Lint.remarks(of: book, program, today: try #require(Timestamp(today))).map(\.description)
    }

    @Test func `a rule after one that always decides is told`() throws {
        let rules = [Self.serve("y", name: "everyone"), Self.serve("x", when: Self.clause("a", .eq, 1), line: 5)]
        #expect(
            try Self.remarks([Self.flag(rules)]) == [
                "flags.yaml:5:1: warning: flag \"f\": rule 2 never decides, since the rule \"everyone\" always does"
                    + " (unreachable-rule)"
            ])
    }

    @Test func `a rule whose condition never holds is told`() throws {
        let pairs: [(Condition, Condition)] = [
            (Self.clause("age", .gt, 65), Self.clause("age", .lt, 18)),
            (Self.clause("age", .between, [1, 5]), Self.clause("age", .gt, 5)),
            (Self.clause("at", .before, "2026-01-01"), Self.clause("at", .after, "2026-02-01")),
            (Self.clause("a", .exists, false), Self.clause("a", .eq, "x")),
            (Self.clause("a", .eq, "x"), .not(Self.clause("a", .in, ["x", "y"]), Self.place(1))),
            (Self.clause("a", .eq, 1), Self.clause("a", .notIn, [1.0, 2])),
        ]
        for (left, right) in pairs {
            let rule = Self.serve("y", when: .all([left, right], Self.place(1)), line: 5)
            #expect(
                try Self.remarks([Self.flag([rule])]) == [
                    "flags.yaml:5:1: warning: flag \"f\": rule 1 never decides, since its condition never holds"
                        + " (unreachable-rule)"
                ])
        }
    }

    @Test func `a rule for people whom an earlier one has decided is told`() throws {
        let staff = SegmentDefinition(
            name: "staff", condition: Self.clause("email", .endsWith, ".example"), place: Self.place(9))
        let pairs: [(wide: Condition, narrow: Condition)] = [
            (Self.clause("c", .in, ["ES", "FR"]), Self.clause("c", .eq, "ES")),
            (Self.clause("c", .in, ["ES", "FR", "DE"]), Self.clause("c", .in, ["DE", "ES"])),
            (Self.clause("c", .exists, true), Self.clause("c", .semverGt, "1")),
            (Self.clause("n", .gte, 18), Self.clause("n", .between, [18, 20])),
            (Self.clause("n", .gt, 18), Self.clause("n", .gt, 18.5)),
            (Self.clause("n", .lt, 18), Self.clause("n", .lt, 18)),
            (Self.clause("ip", .inCIDR, ["10.0.0.0/8"]), Self.clause("ip", .inCIDR, "10.3.0.0/16")),
            (Self.clause("m", .startsWith, "a"), Self.clause("m", .startsWith, ["ab", "ac"])),
            (.segment("staff", Self.place(1)), Self.clause("email", .endsWith, "@x.example")),
            (
                Self.clause("c", .eq, "ES"),
                .all([Self.clause("c", .eq, "ES"), Self.clause("n", .gt, 1)], Self.place(1))
            ),
            (
                .any([Self.clause("c", .eq, "ES"), Self.clause("c", .eq, "FR")], Self.place(1)),
                Self.clause("c", .eq, "FR")
            ),
        ]
        for (wide, narrow) in pairs {
            var rules = [Self.serve("y", when: wide, name: "wide", line: 4), Self.serve("x", when: narrow, line: 5)]
            rules.append(Self.serve("x", when: .segment("staff", Self.place(1)), line: 6))
            let told = try Self.remarks([Self.flag(rules)], segments: [staff]).first
            #expect(
                told
                    == "flags.yaml:5:1: warning: flag \"f\": rule 2 never decides, since the rule \"wide\" (line 4) decides"
                    + " for everyone it means (shadowed-rule)", "\(narrow)")
        }
    }

    @Test func `what is not shadowed is not told`() throws {
        let pairs: [(wide: Condition, narrow: Condition)] = [
            (Self.clause("c", .eq, "ES"), Self.clause("c", .in, ["ES", "FR"])),
            (Self.clause("c", .eq, "ES"), Self.clause("d", .eq, "ES")),
            (Self.clause("n", .gt, 18), Self.clause("n", .gte, 18)),
            (Self.clause("c", .startsWith, "a"), Self.clause("c", .eq, "ab")),
        ]
        for (wide, narrow) in pairs {
            #expect(try Self.remarks([Self.flag([Self.serve("y", when: wide), Self.serve("y", when: narrow)])]) == [])
        }
        // A split leaves some people to the next rule.
        #expect(try Self.remarks([Self.flag([Self.split([("x", 1), ("y", 1)]), Self.serve("y")])]) == [])
    }

    @Test func `weights near a hundred and without any are told`() throws {
        #expect(
            try Self.remarks([Self.flag([Self.split([("x", 33.3), ("y", 66.6)])])]) == [
                "flags.yaml:7:1: warning: flag \"f\": the weights' sum is 99.9; percentages would be of 100 (weights-odd)"
            ])
        #expect(
            try Self.remarks([Self.flag([Self.split([("x", 0), ("y", 0)])])]) == [
                "flags.yaml:7:1: warning: flag \"f\": all weights are zero, so that the split gives nobody anything"
                    + " (weights-odd)"
            ])
        let fine: [[(variant: String?, weight: Double)]] = [
            [("x", 1), ("y", 2)], [("x", 30), ("y", 70)], [("x", 500), ("y", 500)], [("y", 20), (nil, 80)],
        ]
        for shares in fine {
            #expect(try Self.remarks([Self.flag([Self.split(shares)])]) == [])
        }
    }

    @Test func `what nothing uses is told`() throws {
        let segments = ["used", "inner", "spare"].map { name in
            SegmentDefinition(
                name: name,
                condition: name == "used" ? .segment("inner", Self.place(1)) : Self.clause("a", .eq, 1),
                place: Self.place(8))
        }
        let rules = [Self.serve("x", when: .segment("used", Self.place(1)), name: "a", line: 5)]
        #expect(
            try Self.remarks([Self.flag(rules)], segments: segments) == [
                "flags.yaml:2:1: warning: flag \"f\": nothing serves the variant \"y\" (unused-variant)",
                "flags.yaml:8:1: warning: nothing names the segment \"spare\" (unused-segment)",
            ])
    }

    @Test func `two rules with one name are told`() throws {
        let rules = [1, 2].map { Self.serve("y", when: Self.clause("a", .eq, .integer($0)), name: "same", line: 5) }
        #expect(
            try Self.remarks([Self.flag(rules)]) == [
                "flags.yaml:5:1: warning: flag \"f\": two rules are called \"same\"; explanations and splits tell rules"
                    + " apart by name (same-name)"
            ])
    }

    @Test func `a flag is told from the day on which it expires, unless that is silenced`() throws {
        var flag = Self.flag([])
        flag.expires = Timestamp("2026-11-20T00:00:00Z")
        #expect(
            try Self.remarks([flag]) == [
                "flags.yaml:1:1: warning: flag \"f\": it expired on 2026-11-20; remove it, or give it more time (expired)"
            ])
        #expect(try Self.remarks([flag], today: "2026-11-19T23:59:59Z") == [])
        flag.silenced = ["expired"]
        #expect(try Self.remarks([flag]) == [])
        flag.silenced = ["expird"]
        #expect(
            try Self.remarks([flag]).last
                == "flags.yaml:1:1: warning: flag \"f\": nothing is silenced by \"expird\" (unknown-code); did you mean"
                + " \"expired\"?")
    }

    @Test func `what is required and off is told`() throws {
        var off = Self.flag([], key: "off")
        off.isEnabled = false
        var needing = Self.flag([], key: "needing")
        needing.requires = [.init(flag: "off", value: "y", place: Self.place(6))]
        #expect(
            try Self.remarks([off, needing]) == [
                "flags.yaml:6:1: warning: flag \"needing\": it requires \"off\" to hold what nobody gets, so that it is"
                    + " disabled for everyone (requirement-off)"
            ])
    }

    @Test func `a rule that is told never to decide never does`() throws {
        var told = 0
        for seed in Seeds.forThisRun(count: 400) {
            var random = SeededGenerator(seed: seed)
            let rules = (0..<Int.random(in: 2...5, using: &random)).map { index in
                Self.serve("y", when: RandomConditions.condition(&random), line: 10 + index)
            }
            let book = FlagDefinitions(sets: [FlagSet(source: "flags.yaml", flags: [Self.flag(rules)])])
            var problems: [FlagProblem] = []
            let program = FlagProgram(book, revision: 1, problems: &problems)
            guard let flag = program.flag("f") else { continue }
            let silent = Set(
                Lint.remarks(of: book, program, today: Timestamp(nanoseconds: 0)).compactMap { remark in
                    (remark.place?.line).flatMap { $0 >= 10 ? $0 - 10 : nil }
                })
            told += silent.count
            var evaluator = FlagEvaluator()
            for _ in 0..<60 {
                var context = FlagContext()
                let caller = RandomConditions.caller(&random)
                context.add(caller)
                let rule = evaluator.evaluate(flag, of: program, for: context, now: 0).rule
                #expect(
                    !silent.contains(rule ?? -1), "seed \(seed): rule \(rule ?? -1) for \(Value.object(caller).json)")
            }
        }
        #expect(told > 10)
    }
}
