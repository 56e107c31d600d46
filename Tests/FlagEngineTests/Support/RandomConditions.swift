import FeatureKit
import TestSupport

@testable import FlagEngine

/// Conditions and callers that have to do with one another more often than chance would have it.
enum RandomConditions {
    static let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)
    private static let texts = ["ES", "FR", "es", "10.1.2.3", "10.1.0.0", "2026-11-20", "ESP", ""]
    private static let attributes = ["a", "b"]

    static func scalar(_ random: inout SeededGenerator) -> Value {
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2: .text(texts.randomElement(using: &random) ?? "")
        case 3: .integer(Int64.random(in: 0...4, using: &random))
        case 4: .number(Double(Int.random(in: 0...8, using: &random)) / 2)
        default: .boolean(Bool.random(using: &random))
        }
    }

    static func clause(_ random: inout SeededGenerator) -> Clause {
        func text() -> Value { .text(texts.randomElement(using: &random) ?? "") }
        func number() -> Value { .integer(Int64.random(in: 0...4, using: &random)) }
        func list(_ element: () -> Value) -> Value {
            .list((0..<Int.random(in: 1...3, using: &random)).map { _ in element() })
        }
        let test = ClauseTest.allCases.randomElement(using: &random) ?? .eq
        let operand: Value =
            switch test {
            case .eq, .not: scalar(&random)
            case .in, .notIn, .contains: list { scalar(&random) }
            case .eqNoCase, .matches, .matchesNoCase: text()
            case .inNoCase, .notInNoCase, .startsWith, .endsWith, .containsNoCase, .startsWithNoCase, .endsWithNoCase:
                list(text)
            case .gt, .gte, .lt, .lte: number()
            case .between: .list([number(), .integer(Int64.random(in: 4...6, using: &random))])
            case .semverEq, .semverGt, .semverGte, .semverLt, .semverLte, .semverCaret, .semverTilde: number()
            case .before, .after: Bool.random(using: &random) ? number() : "2026-11-20"
            case .inCIDR:
                list { ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.3", "::/0"].randomElement(using: &random) ?? "::/0" }
            case .exists: .boolean(Bool.random(using: &random))
            }
        return Clause(
            attribute: attributes.randomElement(using: &random) ?? "a", test: test, operand: operand, place: place)
    }

    static func condition(depth: Int = 2, _ random: inout SeededGenerator) -> Condition {
        func inner() -> [Condition] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1, &random) }
        }
        guard depth > 0 else { return .clause(clause(&random)) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .all(inner(), place)
        case 1: return .any(inner(), place)
        case 2: return .not(condition(depth: depth - 1, &random), place)
        default: return .clause(clause(&random))
        }
    }

    static func caller(_ random: inout SeededGenerator) -> Members {
        var caller = Members()
        for name in attributes + ["targetingKey"] {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: break
            case 1: caller[name] = .null
            case 2: caller[name] = .list((0..<Int.random(in: 0...2, using: &random)).map { _ in scalar(&random) })
            default: caller[name] = scalar(&random)
            }
        }
        return caller
    }
}
