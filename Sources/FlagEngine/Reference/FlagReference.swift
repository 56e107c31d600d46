internal import FeatureKit

/// The page of every operator and every code of lint, made from their tables.
package enum FlagReference {
    /// The page, in Markdown.
    package static var page: String {
        """
        # Flags: every operator
        `make reference` writes this page from the engine's own tables, and a test evaluates every example on it. What
        the operators are part of stands in [flags.md](flags.md).

        ## Operators of `when`
        \(ClauseTest.allCases.map(section).joined(separator: "\n"))

        ## Operators of JsonLogic
        \(LogicReference.all.map(section).joined(separator: "\n"))

        ## Codes of lint
        | code | what it is about |
        |---|---|
        \(LintCode.allCases.map { "| `\($0.rawValue)` | \($0.summary) |" }.joined(separator: "\n"))

        """
    }

    private static func section(_ test: ClauseTest) -> String {
        let reference = ClauseReference.of(test)
        let rows = reference.examples.map { example in
            "| `\(Value.object(example.caller).json)` | \(example.holds ? "yes" : "no") |"
        }
        return """
            ### `\(test.rawValue)`
            \(reference.summary) Takes \(test.wanted).
            ```yaml
            when: { \(reference.attribute): { \(test.rawValue): \(reference.operand.json) } }
            ```
            | caller | holds |
            |---|---|
            \(rows.joined(separator: "\n"))

            """
    }

    private static func section(_ reference: LogicReference) -> String {
        let rows = reference.examples.map { "| `\($0.rule)` | `\($0.caller)` | `\($0.result)` |" }
        return """
            ### \(reference.operators.map { "`\($0)`" }.joined(separator: " "))
            \(reference.summary)
            | rule | caller | result |
            |---|---|---|
            \(rows.joined(separator: "\n"))

            """
    }
}

extension LintCode {
    /// What it is about, as the reference says it.
    fileprivate var summary: String {
        switch self {
        case .unreachableRule: "A rule that never decides: one before it always does, or its condition never holds."
        case .shadowedRule: "A rule whose people have all been decided by an earlier one."
        case .sameName: "Two rules of one flag with the same name."
        case .unusedVariant: "A variant that neither a rule serves nor `default` nor `off`."
        case .unusedSegment: "A segment that no flag names, nor a segment that one names."
        case .expired: "A flag whose `expires` has come."
        case .requirementOff: "A flag that requires another one to hold what nobody gets."
        case .weightsOdd: "Weights whose sum is near a hundred but not one, or zero."
        case .unknownCode: "A code in `silence` that is not in this table."
        }
    }
}
