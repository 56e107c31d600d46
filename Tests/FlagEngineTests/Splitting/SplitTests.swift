import FeatureKit
import TestSupport
import Testing

@testable import FlagEngine

/// Which variant a split gives to whom, compared with flagd's `fractional` and across revisions.
@Suite(.timeLimit(.minutes(1))) struct SplitTests {
    private static let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)

    private static func flag(key: String, _ bucketing: Bucketing, _ targeting: FlagDefinition.Targeting)
        -> FlagDefinition
    {
        let variants = ["v0", "v1", "v2", "v3", "none"].map {
            FlagDefinition.Variant(name: $0, value: .text($0), place: place)
        }
        var flag = FlagDefinition(
            key: key, place: place, kind: .string, variants: variants, defaultVariant: "none")
        flag.targeting = targeting
        flag.bucketing = bucketing
        return flag
    }

    private static func split(
        _ shares: [(String?, UInt64)], by attribute: String = Split.usualAttribute, seed: String = "f",
        name: String? = "r"
    ) -> Rule {
        let shares = shares.map { Split.Share(variant: $0.0, weight: $0.1 * Split.one) }
        return Rule(
            name: name, condition: nil,
            outcome: .split(Split(attribute: attribute, seed: seed, shares: shares, place: place)), place: place)
    }

    private static func program(_ flags: [FlagDefinition], after previous: Allocations = Allocations()) -> FlagProgram {
        var problems: [FlagProblem] = []
        let program = FlagProgram(
            FlagDefinitions(sets: [FlagSet(source: "s", flags: flags)]), revision: 1, previous: previous,
            problems: &problems)
        #expect(problems == [])
        return program
    }

    /// The variant's name and why.
    private static func ask(_ program: FlagProgram, _ caller: Members, of key: String = "f") throws -> [String] {
        let flag = try #require(program.flag(key))
        var (evaluator, context) = (FlagEvaluator(), FlagContext())
        context.add(caller)
        let evaluation = evaluator.evaluate(flag, of: program, for: context, now: 0)
        let name = evaluation.variant.map { program.flags[flag].variants[$0].name } ?? "nothing"
        return [name, evaluation.reason.rawValue]
    }

    @Test(arguments: Bucketing.allCases) func `a first split is flagd's`(_ bucketing: Bucketing) throws {
        for seed in Seeds.forThisRun(count: 20) {
            var random = SeededGenerator(seed: seed)
            let weights = (0..<Int.random(in: 2...4, using: &random)).map { _ in
                UInt64.random(in: 1...60, using: &random)
            }
            let shares = weights.enumerated().map { ("v\($0)", $1) }
            let fractional = Value.list(shares.map { .list([.text($0.0), .integer(Int64($0.1))]) })
            let program = Self.program([
                Self.flag(key: "f", bucketing, .rules([Self.split(shares)])),
                Self.flag(key: "g", bucketing, .rules([Self.split(shares, seed: "g")])),
                Self.flag(key: "f-flagd", bucketing, .logic(Logic(["fractional": fractional]))),
                Self.flag(key: "f-seeded", bucketing, .rules([Self.split(shares, seed: "f-flagd")])),
            ])
            for _ in 0..<100 {
                let caller: Members = ["targetingKey": .text("user-\(UInt32.random(in: 0 ... .max, using: &random))")]
                let wanted = try Self.ask(program, caller, of: "f-flagd")
                #expect(
                    try Self.ask(program, caller, of: "f-seeded") == [wanted[0], "SPLIT"], "seed \(seed): \(caller)")
            }
        }
    }

    @Test func `the attribute that a split hashes has to be a scalar`() throws {
        for bucketing in Bucketing.allCases {
            let program = Self.program([Self.flag(key: "f", bucketing, .rules([Self.split([("v0", 1)], by: "id")]))])
            for value in ["x", 7, 7.5, true] as [Value] {
                #expect(try Self.ask(program, ["id": value]) == ["v0", "SPLIT"])
            }
            for value in ["", .null, ["x"], ["a": 1]] as [Value] {
                #expect(try Self.ask(program, ["id": value]) == ["none", "DEFAULT"])
            }
            #expect(try Self.ask(program, [:]) == ["none", "DEFAULT"])
        }
    }

    @Test func `a whole number counts the same as an integer, a number or a text`() throws {
        let shares = (0..<4).map { ("v\($0)", UInt64(1)) }
        let program = Self.program([Self.flag(key: "f", .v2, .rules([Self.split(shares, by: "id")]))])
        for id in Int64(0)..<50 {
            let wanted = try Self.ask(program, ["id": .integer(id)])
            #expect(try Self.ask(program, ["id": .number(Double(id))]) == wanted)
            #expect(try Self.ask(program, ["id": .text("\(id)")]) == wanted)
        }
    }

    @Test func `the rest of a percentage goes on to the next rule`() throws {
        let rules = [
            Self.split([("v0", 25), (nil, 75)], name: "first"),
            Rule(name: nil, condition: nil, outcome: .serve(variant: "v1"), place: Self.place),
        ]
        let program = Self.program([Self.flag(key: "f", .v2, .rules(rules))])
        var counts: [[String]: Int] = [:]
        for index in 0..<2_000 { counts[try Self.ask(program, ["targetingKey": .text("u\(index)")]), default: 0] += 1 }
        #expect(Set(counts.keys) == [["v0", "SPLIT"], ["v1", "TARGETING_MATCH"]])
        #expect((420...580).contains(counts[["v0", "SPLIT"]] ?? 0))
    }

    @Test func `flags with the same seed divide people in the same way`() throws {
        let shares: [(String?, UInt64)] = [("v0", 30), ("v1", 70)]
        let program = Self.program([
            Self.flag(key: "f", .v2, .rules([Self.split(shares, seed: "spring")])),
            Self.flag(key: "g", .v2, .rules([Self.split(shares, seed: "spring")])),
        ])
        for index in 0..<200 {
            let caller: Members = ["targetingKey": .text("u\(index)")]
            #expect(try Self.ask(program, caller) == Self.ask(program, caller, of: "g"))
        }
    }

    @Test func `from one revision to the next only as many people move as necessary`() throws {
        let users = (0..<3_000).map { Members([("targetingKey", .text("u\($0)"))]) }
        let steps: [[(String?, UInt64)]] = [
            [("v0", 10), ("v1", 90)], [("v0", 30), ("v1", 70)], [("v0", 30), ("v1", 50), ("v2", 20)],
            [("v0", 40), ("v1", 40), ("v2", 20)], [("v1", 40), ("v2", 60)],
        ]
        var previous = Self.program([Self.flag(key: "f", .v2, .rules([Self.split(steps[0])]))])
        for (old, new) in zip(steps, steps.dropFirst()) {
            // Allocations are stored and read back between two revisions.
            var problems: [AllocationProblem] = []
            let kept = Allocations(previous.allocations.value, problems: &problems)
            let program = Self.program([Self.flag(key: "f", .v2, .rules([Self.split(new)]))], after: kept)
            func weight(_ shares: [(String?, UInt64)], _ name: String) -> UInt64 {
                shares.first { $0.0 == name }?.1 ?? 0
            }
            for user in users {
                let (before, after) = (try Self.ask(previous, user)[0], try Self.ask(program, user)[0])
                if before != after {
                    #expect(weight(new, before) < weight(old, before))
                    #expect(weight(new, after) > weight(old, after))
                }
            }
            previous = program
        }
    }

    @Test func `two rules with the same name have separate histories`() {
        let rules = [Self.split([("v0", 1), ("v1", 1)]), Self.split([("v2", 1), ("v3", 3)])]
        let program = Self.program([Self.flag(key: "f", .v2, .rules(rules))])
        #expect(program.allocations.bySplit.keys.sorted() == ["f / #2", "f / r"])
    }
}
