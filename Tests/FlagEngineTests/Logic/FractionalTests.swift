internal import FeatureKit
import Testing

@testable import FlagEngine

@Suite struct FractionalTests {
    private func choose(_ arguments: Value, _ context: Value = [:], _ bucketing: Bucketing = .v2) -> Value? {
        guard case .value(let value) = LogicBench(["fractional": arguments], bucketing: bucketing).evaluate(context)
        else { return nil }
        return value
    }

    private let ann: Value = ["targetingKey": "ann"]

    @Test func `gives the one variant that there is, whatever its type`() {
        for bucketing in Bucketing.allCases {
            for variant: Value in ["a", true, 3, 2.5] {
                #expect(choose([[variant, 1]], ann, bucketing) == variant)
            }
            #expect(choose([["a"]], ann, bucketing) == "a")
            #expect(choose([["a", nil]], ann, bucketing) == "a")
            #expect(choose([["a", 5, "more"]], ann, bucketing) == "a")
        }
    }

    @Test(
        arguments: [
            [[]], [["a", 1], []], [["a", 1], "b"], [["a", 1], ["b", "1"]], [["a", true]], [["a", [1]]],
            [["a", 2_147_483_648]],
            [["a", 2_147_483_647], ["b", 1]], [],
        ] as [Value])
    func `gives null for what is no distribution`(arguments: Value) {
        for bucketing in Bucketing.allCases { #expect(choose(arguments, ann, bucketing) == .null, "\(bucketing)") }
    }

    @Test(arguments: [[["a", 0]], [["a", -5]], [["a", 0.5]]] as [Value])
    func `gives null where weights are no whole numbers or nothing is left of them`(arguments: Value) {
        #expect(choose(arguments, ann, .v2) == .null)
        #expect(choose(arguments, ann, .v3) == .null)
    }

    @Test func `takes weights below zero for none, and whole ones with a point for whole`() {
        #expect(choose([["a", -50], ["b", 100]], ann) == "b")
        #expect(choose([["a", 0], ["b", 1.0]], ann) == "b")
    }

    @Test func `cuts off what v1's weights have behind the point`() {
        #expect(choose([["a", 0.9], ["b", 1.9]], ann, .v1) == "b")
    }

    @Test func `gives v1's empty name to whom no entry reaches`() {
        #expect(choose([["a", 0]], ann, .v1) == "")
    }

    @Test(arguments: [[:], ["targetingKey": ""], ["targetingKey": 5], ["targetingKey": nil]] as [Value])
    func `gives null to someone without a key`(context: Value) {
        for bucketing in Bucketing.allCases {
            #expect(choose([["a", 1]], context, bucketing) == .null)
            #expect(choose([nil, ["a", 1]], context, bucketing) == .null)
        }
    }

    @Test func `takes a text for what people are told apart by`() {
        for bucketing in Bucketing.allCases {
            #expect(choose(["someone", ["a", 1]], [:], bucketing) == "a")
            #expect(choose(["", ["a", 1]], [:], bucketing) == "a")
        }
        // The hash of nothing is 0, so that the first entry has it.
        #expect(choose(["", ["a", 1], ["b", 1_000_000]]) == "a")
    }

    @Test func `uses the caller's key before v3 where the attribute is not there`() {
        let arguments: Value = [["var": "missing"], ["a", 1]]
        #expect(choose(arguments, ann, .v1) == "a")
        #expect(choose(arguments, ann, .v2) == "a")
        #expect(choose(arguments, ann, .v3) == .null)
    }

    @Test func `hashes any value from v3 on, and before none but texts`() {
        for value: Value in [5, 2.5, true, ["b": 1, "aa": [1, nil, "x"]]] {
            let arguments: Value = [["var": "value"], ["a", 1]]
            let context: Value = ["targetingKey": "ann", "value": value]
            #expect(choose(arguments, context, .v2) == .null)
            #expect(choose(arguments, context, .v3) == "a")
        }
    }

    @Test func `does not care in which order members come`() {
        for number: Int64 in 0..<64 {
            let shares: [Value] = (0..<8).map { [.integer($0), 1] }
            let arguments = Value.list([["var": "value"]] + shares)
            let (one, other): (Value, Value) = (
                ["k": .integer(number), "id": "x"], ["id": "x", "k": .integer(number)]
            )
            #expect(choose(arguments, ["value": one], .v3) == choose(arguments, ["value": other], .v3))
        }
    }

    @Test func `evaluates entries, weights and variants`() {
        let arguments: Value = [
            ["cat": ["x", ["var": "id"]]], [["if": [["var": "vip"], "gold", "tin"]], ["var": "weight"]], ["b", 0],
        ]
        #expect(choose(arguments, ["id": "1", "vip": true, "weight": 7]) == "gold")
        #expect(choose(arguments, ["id": "1", "weight": 7]) == "tin")
        #expect(choose(arguments, ["id": "1", "weight": 0]) == .null)
        #expect(choose([["fractional": [["inner", 1]]], ["a", 1]], ann) == "a")
        #expect(choose([[["fractional": [["inner", 1]]], 1]], ann) == "inner")
        #expect(choose(["var": "all"], ["all": ["someone", ["a", 1]]]) == "a")
    }

    @Test func `agrees with flagd's own examples`() {
        let cards: Value = [
            ["cat": [["var": "$flagd.flagKey"], ["var": "user.name"]]], ["clubs", 25], ["diamonds", 25],
            ["hearts", 25],
            ["spades", 25],
        ]
        for (name, first, second) in [
            ("jack", "spades", "hearts"), ("queen", "clubs", "spades"), ("ten", "diamonds", "clubs"),
            ("nine", "hearts", "diamonds"), ("3", "diamonds", "clubs"),
        ] as [(Value, Value, Value)] {
            let context: Value = ["user": ["name": name]]
            for (bucketing, wanted) in [(Bucketing.v1, first), (.v2, second)] {
                let bench = LogicBench(["fractional": cards], bucketing: bucketing, key: "fractional-flag")
                #expect(bench.evaluate(context) == .value(wanted), "\(name.json) under \(bucketing)")
            }
        }
    }
}
