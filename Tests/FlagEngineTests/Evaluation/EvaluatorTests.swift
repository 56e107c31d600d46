import FeatureKit
import FlagEngine
import Testing

@Suite struct EvaluatorTests {
    private let spaniard: Members = Members([("targetingKey", "ann"), ("country", "ES")])
    private let german: Members = Members([("targetingKey", "bob"), ("country", "DE")])

    @Test func `without targeting everybody has the default`() {
        let (program, problems) = Sample.program([
            Sample.flag("plain"), Sample.flag("unset", default: nil), Sample.flag("none", .rules([])),
        ])
        #expect(problems.isEmpty)
        #expect(answer("plain", of: program) == "off STATIC")
        #expect(answer("unset", of: program) == "- DEFAULT")
        #expect(answer("none", of: program) == "off DEFAULT")
        #expect(answer("plan", of: program) == "not found")
    }

    @Test func `a disabled flag has its off variant or none`() {
        let (program, _) = Sample.program([
            Sample.flag("dark", isEnabled: false), Sample.flag("dim", off: "on", isEnabled: false),
        ])
        #expect(answer("dark", of: program) == "- DISABLED")
        #expect(answer("dim", of: program) == "on DISABLED")
    }

    @Test func `the first rule that decides counts`() {
        let (program, problems) = Sample.program([
            Sample.flag(
                "ruled", variants: [("a", 1), ("b", 2), ("c", 3)], default: "c",
                .rules([
                    Sample.rule(Sample.clause("country", "ES"), serve: "a"),
                    Sample.rule(
                        .all([Sample.clause("country", "DE"), Sample.clause("beta", true)], Sample.place(12)),
                        serve: "b"),
                    Sample.rule(.not(Sample.clause("country", "FR"), Sample.place(13)), serve: "b"),
                ]))
        ])
        #expect(problems.isEmpty)
        #expect(answer("ruled", of: program, for: spaniard) == "a TARGETING_MATCH")
        #expect(answer("ruled", of: program, for: german) == "b TARGETING_MATCH")
        #expect(answer("ruled", of: program, for: Members([("country", "FR")])) == "c DEFAULT")
        #expect(
            answer("ruled", of: program, for: Members([("country", "DE"), ("beta", true)])) == "b TARGETING_MATCH")
    }

    @Test func `a rule that means everybody is known beforehand`() throws {
        let (program, _) = Sample.program([
            Sample.flag("all", .rules([Sample.rule(serve: "on"), Sample.rule(serve: "off")])),
            Sample.flag("never", .rules([Sample.rule(.any([], Sample.place(11)), serve: "on")])),
            Sample.flag("always", .rules([Sample.rule(.all([], Sample.place(11)), serve: "on")])),
        ])
        #expect(answer("all", of: program) == "on TARGETING_MATCH")
        #expect(answer("never", of: program) == "off DEFAULT")
        #expect(answer("always", of: program) == "on TARGETING_MATCH")
        for flag in program.flags { #expect(flag.constant != nil) }
        let all = try #require(program.flag("all"))
        #expect(program.canServe(0, of: all) && !program.canServe(1, of: all))
        let never = try #require(program.flag("never"))
        #expect(!program.canServe(0, of: never) && program.canServe(1, of: never))
    }

    @Test func `a split of nothing reaches nobody`() throws {
        let (program, _) = Sample.program([
            Sample.flag("rolled", .rules([Sample.rule(split: [("on", 0), (nil, 100)])])),
            Sample.flag("divided", .rules([Sample.rule(split: [("on", 1), (nil, 99)])])),
        ])
        let rolled = try #require(program.flag("rolled"))
        let divided = try #require(program.flag("divided"))
        #expect(!program.canServe(0, of: rolled) && program.canServe(1, of: rolled))
        #expect(program.canServe(0, of: divided) && program.canServe(1, of: divided))
    }

    @Test func `segments are conditions with a name`() {
        let (program, problems) = Sample.program(
            [Sample.flag("s", .rules([Sample.rule(.segment("staff", Sample.place(11)), serve: "on")]))],
            segments: [
                ("iberian", Sample.clause("country", .in, ["ES", "PT"])),
                (
                    "staff",
                    .all([.segment("iberian", Sample.place(91)), Sample.clause("staff", true)], Sample.place(91))
                ),
            ])
        #expect(problems.isEmpty)
        #expect(answer("s", of: program, for: Members([("country", "PT"), ("staff", true)])) == "on TARGETING_MATCH")
        #expect(answer("s", of: program, for: Members([("country", "PT")])) == "off DEFAULT")
    }

    @Test func `the flag and the time are there to ask for`() {
        let (program, _) = Sample.program([
            Sample.flag(
                "timed",
                .rules([
                    Sample.rule(
                        .all(
                            [Sample.clause("$flag", "timed"), Sample.clause("$now", .gte, 1_700_000_000)],
                            Sample.place(11)), serve: "on")
                ]))
        ])
        #expect(answer("timed", of: program, now: 1_700_000_000) == "on TARGETING_MATCH")
        #expect(answer("timed", of: program, now: 1_699_999_999) == "off DEFAULT")
    }
}
