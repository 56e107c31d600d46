import FeatureKit
import FlagEngine

/// Flags for tests, in few words.
enum Sample {
    static func place(_ line: Int, _ column: Int = 5) -> FlagPlace {
        FlagPlace(file: "flags.yaml", line: line, column: column)
    }

    /// A flag of true and false, unless other variants are given.
    static func flag(
        _ key: String, line: Int = 1, variants: [(String, Value)] = [("on", true), ("off", false)],
        default preset: String? = "off", off: String? = nil, isEnabled: Bool = true, requires: [(String, Value)] = [],
        _ targeting: FlagDefinition.Targeting = .none
    ) -> FlagDefinition {
        var flag = FlagDefinition(
            key: key, place: place(line), kind: .boolean,
            variants: variants.map { FlagDefinition.Variant(name: $0, value: $1, place: place(line + 1)) },
            defaultVariant: preset)
        flag.offVariant = off
        flag.isEnabled = isEnabled
        flag.requires = requires.map { FlagDefinition.Requirement(flag: $0, value: $1, place: place(line + 2)) }
        flag.targeting = targeting
        return flag
    }

    /// A rule that serves a variant.
    static func rule(_ condition: Condition? = nil, serve variant: String, line: Int = 10) -> Rule {
        Rule(name: nil, condition: condition, outcome: .serve(variant: variant), place: place(line))
    }

    static func rule(_ condition: Condition? = nil, split shares: [(String?, UInt64)], line: Int = 10) -> Rule {
        let split = Split(
            attribute: Split.usualAttribute, seed: "seed",
            shares: shares.map { Split.Share(variant: $0, weight: $1 * Split.one) }, place: place(line + 1))
        return Rule(name: nil, condition: condition, outcome: .split(split), place: place(line))
    }

    static func clause(_ attribute: String, _ operand: Value) -> Condition { clause(attribute, .eq, operand) }

    static func clause(_ attribute: String, _ test: ClauseTest, _ operand: Value, line: Int = 11) -> Condition {
        .clause(Clause(attribute: attribute, test: test, operand: operand, place: place(line)))
    }

    /// A program of flags, and what is wrong with them.
    static func program(
        _ flags: [FlagDefinition], segments: [(String, Condition)] = [], revision: UInt64 = 1
    ) -> (program: FlagProgram, problems: [FlagProblem]) {
        let segments = segments.map { SegmentDefinition(name: $0, condition: $1, place: place(90)) }
        var problems: [FlagProblem] = []
        let book = FlagDefinitions(sets: [FlagSet(source: "flags.yaml", flags: flags, segments: segments)])
        return (FlagProgram(book, revision: revision, problems: &problems), problems)
    }

    static func context(_ members: Members) -> FlagContext {
        var context = FlagContext()
        context.add(members)
        return context
    }
}

/// What a flag held, in words: its variant, its reason, and the error where there is one.
func answer(
    _ key: String, of program: FlagProgram, for context: Members = Members(), now: Int64 = 1_700_000_000
) -> String {
    guard let flag = program.flag(key) else { return "not found" }
    var evaluator = FlagEvaluator()
    let evaluation = evaluator.evaluate(flag, of: program, for: Sample.context(context), now: now)
    let variant = evaluation.variant.map { program.flags[flag].variants[$0].name } ?? "-"
    let error = evaluation.error.map { " \($0.rawValue)" } ?? ""
    return "\(variant) \(evaluation.reason.rawValue)\(error)"
}
