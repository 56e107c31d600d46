import FeatureKit
import JSON
import TestSupport
import Testing

@testable import FlagEngine

@Suite struct ExplainTests {
    private func explain(_ key: String, of program: FlagProgram, for context: Members) throws -> FlagTrace {
        var evaluator = FlagEvaluator()
        let flag = try #require(program.flag(key))
        return evaluator.explain(flag, of: program, for: Sample.context(context), now: 1_700_000_000)
    }

    private var shop: FlagProgram {
        let express = Sample.flag(
            "shop.express", line: 2, off: "off", requires: [("feature.shop", true)],
            .rules([
                Rule(
                    name: "staff", condition: Sample.clause("email", .endsWith, ["@circuit.example"]),
                    outcome: .serve(variant: "on"), place: Sample.place(10)),
                Sample.rule(
                    .all(
                        [
                            Sample.clause("country", .in, ["ES", "FR"], line: 15),
                            .not(.segment("old", Sample.place(16)), Sample.place(16)),
                        ], Sample.place(14)), split: [("on", 10), ("off", 90)], line: 13),
                Sample.rule(Sample.clause("plan", .exists, true, line: 21), split: [("on", 25), (nil, 75)], line: 20),
            ]))
        let gate = Sample.flag(
            "feature.shop", line: 40, default: "on",
            .rules([Sample.rule(Sample.clause("country", .eq, "US", line: 42), serve: "off", line: 41)]))
        let (program, problems) = Sample.program(
            [express, gate], segments: [("old", Sample.clause("app", .semverLt, "2.1.0", line: 91))], revision: 7)
        #expect(problems.isEmpty)
        return program
    }

    @Test func `tells each rule, clause and place`() throws {
        let ann = Members([
            ("targetingKey", "ann"), ("email", "ann@example.com"), ("country", "ES"), ("app", "2.3.1"),
        ])
        #expect(
            try explain("shop.express", of: shop, for: ann).text == """
                shop.express is "off", false, by the split of rule 2 (SPLIT)
                  it stands at flags.yaml:2:5, from flags.yaml, revision 7
                  it requires feature.shop to be true: it is (flags.yaml:4:5)
                    feature.shop is "on", true, since nothing else decided (DEFAULT)
                      it stands at flags.yaml:40:5, from flags.yaml, revision 7
                      rule 1 does not mean them (flags.yaml:41:5)
                        country is "ES", wanted: "US" (flags.yaml:42:5)
                  rule 1, "staff" does not mean them (flags.yaml:10:5)
                    email is "ann@example.com", wanted: something that ends with "@circuit.example" (flags.yaml:11:5)
                  rule 2 decides (flags.yaml:13:5)
                    all of these hold (flags.yaml:14:5)
                      country is "ES", as wanted: "ES" or "FR" (flags.yaml:15:5)
                      this does not hold, as wanted (flags.yaml:16:5)
                        they are not in the segment "old" (flags.yaml:16:5)
                          app is "2.3.1", wanted: a version before "2.1.0" (flags.yaml:91:5)
                    "seedann" has the hash 1590229725 (v2), which stands at 37.025 %
                    "on" has 0 % to 10 %
                    "off" has 10 % to 100 %

                """)
    }

    @Test func `tells why nothing decided`() throws {
        let bob = Members([("country", "DE"), ("plan", "pro")])
        #expect(
            try explain("shop.express", of: shop, for: bob).text == """
                shop.express is "off", false, since nothing else decided (DEFAULT)
                  it stands at flags.yaml:2:5, from flags.yaml, revision 7
                  it requires feature.shop to be true: it is (flags.yaml:4:5)
                    feature.shop is "on", true, since nothing else decided (DEFAULT)
                      it stands at flags.yaml:40:5, from flags.yaml, revision 7
                      rule 1 does not mean them (flags.yaml:41:5)
                        country is "DE", wanted: "US" (flags.yaml:42:5)
                  rule 1, "staff" does not mean them (flags.yaml:10:5)
                    email is not there, wanted: something that ends with "@circuit.example" (flags.yaml:11:5)
                  rule 2 does not mean them (flags.yaml:13:5)
                    not all of these hold (flags.yaml:14:5)
                      country is "DE", wanted: "ES" or "FR" (flags.yaml:15:5)
                  rule 3 means them and leaves them to the next one (flags.yaml:20:5)
                    plan is "pro", as wanted: anything (flags.yaml:21:5)
                    they lack the attribute that the split divides people by

                """)
    }

    @Test func `tells what is lacking`() throws {
        let trace = try explain("shop.express", of: shop, for: Members([("country", "US")]))
        #expect(
            trace.text == """
                shop.express is "off", false, since what it requires is not so (DISABLED)
                  it stands at flags.yaml:2:5, from flags.yaml, revision 7
                  it requires feature.shop to be true: it is not (flags.yaml:4:5)
                    feature.shop is "off", false, by rule 1 (TARGETING_MATCH)
                      it stands at flags.yaml:40:5, from flags.yaml, revision 7
                      rule 1 decides (flags.yaml:41:5)
                        country is "US", as wanted: "US" (flags.yaml:42:5)

                """)
        #expect(
            trace.value == [
                "flag": "shop.express", "reason": "DISABLED", "revision": 7, "source": "flags.yaml",
                "place": "flags.yaml:2:5", "enabled": true, "variant": "off", "value": false,
                "requires": [
                    [
                        "flag": "feature.shop", "wanted": true, "place": "flags.yaml:4:5", "met": false,
                        "trace": [
                            "flag": "feature.shop", "reason": "TARGETING_MATCH", "revision": 7,
                            "source": "flags.yaml", "place": "flags.yaml:40:5", "enabled": true, "variant": "off",
                            "value": false, "rule": 1,
                            "rules": [
                                [
                                    "rule": 1, "place": "flags.yaml:41:5", "decided": true,
                                    "when": [
                                        "holds": true, "kind": "clause", "attribute": "country", "operator": "eq",
                                        "wanted": "US", "found": "US", "place": "flags.yaml:42:5",
                                    ],
                                ]
                            ],
                        ],
                    ]
                ],
            ])
    }

    @Test func `tells what expressions give`() throws {
        let logic: Value = [
            "if": [
                ["==": [["var": "country"], "ES"]], ["fractional": [["var": "targetingKey"], ["on", 1], ["off", 3]]],
                "off",
            ]
        ]
        let (program, _) = Sample.program([Sample.flag("l", .logic(Logic(logic)))])
        let ann = Members([("targetingKey", "ann"), ("country", "ES")])
        let text = try explain("l", of: program, for: ann).text
        #expect(
            text == """
                l is "on", true, as its targeting says (TARGETING_MATCH)
                  it stands at flags.yaml:1:5, from flags.yaml, revision 1
                  if gives "on"
                    == gives true
                      var gives "ES"
                    fractional gives "on"
                      "ann" has the hash 891354358 (v2), which stands at 20.753 %
                      var gives "ann"

                """)
    }

    @Test func `tells what needs no asking`() throws {
        let (program, _) = Sample.program([
            Sample.flag("plain"), Sample.flag("dark", default: "on", isEnabled: false),
            Sample.flag("void", default: nil), Sample.flag("broken", .logic(Logic(["nonsense": [1]]))),
        ])
        func first(_ key: String) throws -> Substring? {
            try explain(key, of: program, for: Members()).text.split(separator: "\n").first
        }
        #expect(try first("plain") == #"plain is "off", false, since it has no rules (STATIC)"#)
        #expect(try first("dark") == "dark is left to the app's own default, since it is disabled (DISABLED)")
        #expect(try first("void") == "void is left to the app's own default, since nothing else decided (DEFAULT)")
        #expect(
            try first("broken")
                == "broken is left to the app's own default, since its targeting can't be evaluated: PARSE_ERROR (ERROR)"
        )
    }

    @Test(arguments: [
        (
            "{\"nonsense\": [1]}", "its targeting can't be evaluated: PARSE_ERROR",
            "nonsense: no operator is called that"
        ),
        ("{\"<\": [\"abc\", 1]}", "its targeting can't be evaluated: PARSE_ERROR", #"<: "abc" is no number"#),
        ("{\"+\": [1, \"1 km\"]}", "its targeting can't be evaluated: PARSE_ERROR", #"+: "1 km" is no number"#),
        (
            "{\"/\": [1, 0]}", "its targeting can't be evaluated: PARSE_ERROR",
            "/: its arguments are too few, or give no number"
        ),
        ("\"pink\"", "its targeting names no variant of it: GENERAL", ""),
    ])
    func `tells which operation failed, and why`(logic: String, cause: String, line: String) throws {
        let (program, _) = Sample.program([Sample.flag("f", .logic(Logic(try Value(json: logic))))])
        let text = try explain("f", of: program, for: Members()).text
        #expect(text.hasPrefix("f is left to the app's own default, since \(cause) (ERROR)\n"), "\(text)")
        #expect(text.contains(line), "\(text)")
    }

    @Test func `tells which limit an evaluation came to`() throws {
        let ones = Value.list(Array(repeating: 1, count: 200))
        let slow: Value = ["map": [["var": "list"], ["map": [ones, ["+": [1, 1]]]]]]
        let (program, _) = Sample.program([Sample.flag("f", .logic(Logic(slow)))])
        let context = Members([("list", .list(Array(repeating: 1, count: 1_000)))])
        let trace = try explain("f", of: program, for: context)
        #expect(trace.failure == .tooManySteps(most: 100_000))
        #expect(
            trace.text.hasPrefix(
                "f is left to the app's own default, since it took more than 100000 steps: GENERAL (ERROR)\n"))
    }

    @Test func `every operator has words`() {
        func words(_ test: ClauseTest, _ operand: Value) -> String {
            Clause(attribute: "a", test: test, operand: operand, place: Sample.place(1)).words
        }
        #expect(ClauseTest.allCases.allSatisfy { !words($0, ["x", "y"]).isEmpty })
        #expect(words(.between, [1, 5]) == "from 1 to 5")
        #expect(words(.notInNoCase, ["a", "b", "c"]) == #"anything but "a", "b" or "c", in any case of letters"#)
        #expect(words(.exists, false) == "nothing")
        #expect(words(.in, .list((0..<20).map { .integer($0) })) == "0, 1, 2, 3, 4, 5, 6, 7 or 12 more")
        #expect(words(.semverCaret, "1.2") == #"the version "1.2" or later, of the same major version"#)
    }

    @Test(arguments: Seeds.forThisRun(count: 200)) func `explaining changes nothing`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (program, _) = RandomBook.program(&random)
        var (plain, explaining) = (FlagEvaluator(), FlagEvaluator())
        for _ in 0..<20 {
            let context = Sample.context(RandomBook.caller(&random))
            for flag in program.flags.indices {
                let evaluation = plain.evaluate(flag, of: program, for: context, now: 4)
                let trace = explaining.explain(flag, of: program, for: context, now: 4)
                #expect(trace.evaluation == evaluation, "seed \(seed), \(trace.text)")
                if let constant = program.flags[flag].constant { #expect(constant == evaluation, "seed \(seed)") }
                if let variant = evaluation.variant {
                    #expect(program.canServe(variant, of: flag), "seed \(seed), \(trace.text)")
                }
            }
        }
    }
}
