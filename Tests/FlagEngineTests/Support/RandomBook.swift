import FeatureKit
import TestSupport

@testable import FlagEngine

/// Flags of every sort that require one another, share segments and mostly have to do with their callers.
enum RandomBook {
    static func program(_ random: inout SeededGenerator) -> (program: FlagProgram, problems: [FlagProblem]) {
        let segments = (0..<3).map { index in
            ("s\(index)", condition(&random, segments: index, depth: 2))
        }
        let flags = (0..<12).map { flag($0, &random) }
        return Sample.program(flags, segments: segments)
    }

    static func caller(_ random: inout SeededGenerator) -> Members {
        var members = Members()
        for name in ["a", "b", "targetingKey"] where Int.random(in: 0..<4, using: &random) > 0 {
            members[name] = RandomConditions.scalar(&random)
        }
        return members
    }

    private static func flag(_ index: Int, _ random: inout SeededGenerator) -> FlagDefinition {
        var requires: [(String, Value)] = []
        if index > 0, Bool.random(using: &random) {
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                requires.append(
                    ("f\(Int.random(in: 0..<index, using: &random))", .boolean(Bool.random(using: &random))))
            }
        }
        func variant() -> String? { ["on", "off", nil].randomElement(using: &random) ?? nil }
        let targeting: FlagDefinition.Targeting =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .none
            case 1: .logic(Logic(logic(&random)))
            default: .rules((0..<Int.random(in: 0...3, using: &random)).map { _ in rule(&random) })
            }
        return Sample.flag(
            "f\(index)", default: variant(), off: variant(), isEnabled: Int.random(in: 0..<8, using: &random) > 0,
            requires: requires, targeting)
    }

    private static func rule(_ random: inout SeededGenerator) -> Rule {
        let meansAll = Int.random(in: 0..<5, using: &random) == 0
        let condition = meansAll ? nil : condition(&random, segments: 3, depth: 3)
        if Bool.random(using: &random) {
            return Sample.rule(condition, serve: Bool.random(using: &random) ? "on" : "off")
        }
        return Sample.rule(
            condition,
            split: [
                ("on", UInt64.random(in: 0...2, using: &random)), ("off", UInt64.random(in: 0...2, using: &random)),
                (nil, UInt64.random(in: 0...2, using: &random)),
            ])
    }

    private static func condition(_ random: inout SeededGenerator, segments: Int, depth: Int) -> Condition {
        let place = Sample.place(11)
        func several() -> [Condition] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                condition(&random, segments: segments, depth: depth - 1)
            }
        }
        switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 7 {
        case 0: return .all(several(), place)
        case 1: return .any(several(), place)
        case 2: return .not(condition(&random, segments: segments, depth: depth - 1), place)
        case 3 where segments > 0: return .segment("s\(Int.random(in: 0..<segments, using: &random))", place)
        default: return .clause(RandomConditions.clause(&random))
        }
    }

    private static func logic(_ random: inout SeededGenerator) -> Value {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return ["fractional": [["on", 1], ["off", 1]]]
        case 1: return ["var": "a"]
        case 2: return ["if": [["==": [["var": "a"], RandomConditions.scalar(&random)]], "on", nil]]
        case 3: return ["cat": ["o", ["if": [["var": "b"], "n", "ff"]]]]
        default: return ["nonsense": [["var": "a"]]]
        }
    }
}
