internal import FeatureKit
import Testing

@testable import FlagEngine

@Suite struct LogicLimitTests {
    private func nested(_ depth: Int) -> Value {
        (1..<depth).reduce(["!": [true]] as Value) { inner, _ in ["!": [inner]] }
    }

    @Test func `compiles operations only so deep in one another`() {
        let most = LogicLimits.deepestExpression
        #expect(LogicBench(nested(most - 1)).evaluate() != .refused)
        let tooDeep = LogicBench(nested(most))
        #expect(tooDeep.evaluate() == .refused)
        #expect(
            tooDeep.problems.map(\.description) == [
                "warning: flag \"flag\": operations lie more than 64 deep in one another; the flag answers PARSE_ERROR"
            ])
    }

    @Test func `says which operator nobody knows, and what was probably meant`() {
        let place = FlagPlace(file: "flags.json", line: 3, column: 7)
        let logic = Logic(
            .list([Logic(.operation("start_with", [], isBare: false), at: place), Logic(["nobody": 1])]), at: nil)
        #expect(
            LogicBench(logic).problems.map(\.description) == [
                "flags.json:3:7: warning: flag \"flag\": no operator is called \"start_with\"; "
                    + "where it is evaluated the flag answers PARSE_ERROR; did you mean \"starts_with\"?",
                "warning: flag \"flag\": no operator is called \"nobody\"; "
                    + "where it is evaluated the flag answers PARSE_ERROR",
            ])
    }

    private let thousand = Value.list((0..<1_000).map { .integer($0) })

    @Test func `ends where lists are walked over inside one another`() {
        let pairs: Value = ["reduce": [["var": ""], ["map": [["var": "accumulator"], ["var": ""]]], ["var": ""]]]
        #expect(LogicBench(pairs).evaluate(thousand) == .fault(.general))
    }

    @Test func `ends where a text doubles without end`() {
        let rule: Value = [
            "reduce": [["var": ""], ["cat": [["var": "accumulator"], ["var": "accumulator"]]], "grow"]
        ]
        #expect(LogicBench(rule).evaluate(thousand) == .fault(.general))
    }

    @Test func `ends where a list doubles without end`() {
        let rule: Value = [
            "reduce": [["var": ""], ["merge": [["var": "accumulator"], ["var": "accumulator"]]], [1]]
        ]
        #expect(LogicBench(rule).evaluate(thousand) == .fault(.general))
    }

    /// A list in a list in a list, deeper than anything that is written.
    private let deep: Value = ["reduce": [["var": "list"], [["var": "accumulator"]], 0]]
    /// A list that has itself of one turn before in it twice.
    private let wide: Value = ["reduce": [["var": "list"], [["var": "accumulator"], ["var": "accumulator"]], 0]]

    @Test func `ends where what is compared, joined or hashed holds too much of itself`() {
        for made in [deep, wide] {
            for rule: Value in [
                ["==": [made, made]], ["===": [made, made]], ["in": [made, [made]]], ["cat": [made]],
                ["fractional": [["map": [[1], made]], ["a", 1]]],
            ] {
                let outcome = LogicBench(rule, bucketing: .v3).evaluate(["list": thousand])
                #expect(outcome == .fault(.general) || outcome == .value(.null), "\(rule.json)")
            }
        }
    }

    @Test func `tells people a part of what holds too much of itself`() {
        for made in [deep, wide] {
            guard case .value = LogicBench(made).evaluate(["list": thousand]) else {
                Issue.record("\(made.json) can't be told")
                continue
            }
        }
    }

    @Test func `ends where long texts are searched again and again`() {
        let text = Value.text(String(repeating: "a", count: 200_000))
        let needle = Value.text(String(repeating: "a", count: 50_000) + "b")
        #expect(LogicBench(["in": [needle, ["var": "text"]]]).evaluate(["text": text]) == .fault(.general))
        #expect(LogicBench(["in": ["b", ["var": "text"]]]).evaluate(["text": text]) == .value(false))
    }

    private static let long: Value = ["var": "accumulator.text"]

    @Test(
        arguments: [
            ["in": ["x", long]], ["starts_with": [long, long]], ["ends_with": [long, long]],
            ["sem_ver": [long, "=", "1"]],
            ["var": [long]], ["missing": [long]], ["fractional": [long, ["a"]]], ["==": [long, long]],
            ["<": [long, long]],
            ["substr": [long, 1, 1]], ["cat": [long]],
        ] as [Value])
    func `ends where something long is read again and again`(reading: Value) {
        let rule: Value = ["reduce": [["var": "list"], ["if": [[reading], ["var": "accumulator"]]], ["var": ""]]]
        let text = Value.text(String(repeating: "1", count: 200_000))
        #expect(LogicBench(rule).evaluate(["list": thousand, "text": text]) == .fault(.general))
    }

    @Test func `reads only texts of some length as numbers`() {
        let most = NumberText.longest
        let (fits, tooLong): (Value, Value) = (
            .text(String(repeating: "0", count: most)), .text(String(repeating: "0", count: most + 1))
        )
        #expect(LogicBench(["==": [0, fits]]).evaluate() == .value(true))
        #expect(LogicBench(["==": [0, tooLong]]).evaluate() == .value(false))
    }
}
