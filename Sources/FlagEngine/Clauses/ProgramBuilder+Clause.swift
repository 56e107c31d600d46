internal import FeatureKit

extension ProgramBuilder {
    /// Compiles a clause; nil where that can't be done, which has been reported then.
    mutating func compile(_ clause: Clause) -> Step? {
        var step = Step(.clause(clause.test))
        do {
            switch clause.test {
            case .eq, .not: step.operand = try scalar(clause)
            case .in, .notIn: try setValues(elements(clause), of: &step)
            case .contains: try setSearched(clause, &step)
            case .startsWith, .endsWith: step.operand = list(try texts(clause, mayBeOne: true))
            case .eqNoCase: step.operand = text(CaseFolding.folded(try string(clause)))
            case .inNoCase, .notInNoCase: try setFolded(texts(clause, mayBeOne: false), of: &step)
            case .containsNoCase, .startsWithNoCase, .endsWithNoCase:
                step.operand = list(try texts(clause, mayBeOne: true).map(folded))
            case .matches, .matchesNoCase: step.aux = try pattern(clause)
            case .gt, .gte, .lt, .lte: step.operand = try number(clause.operand, clause)
            case .between: step.operand = try range(clause)
            case .before, .after: step.operand = .integer(try time(clause))
            case .inCIDR: step.operand = try blocks(clause)
            case .semverEq, .semverGt, .semverGte, .semverLt, .semverLte, .semverCaret, .semverTilde:
                step.operand = try version(clause)
            case .exists:
                guard case .boolean(let boolean) = clause.operand else { throw misfit(clause) }
                step.operand = .boolean(boolean)
            }
        } catch {
            report(.clause(error), at: clause.place)
            return nil
        }
        if clause.attribute.hasPrefix("$"), clause.attribute != "$now", clause.attribute != "$flag" {
            report(.clause(.unknownVariable(clause.attribute)), .warning, at: clause.place)
        }
        step.attribute = attribute(clause.attribute)
        step.note = add(.clause(clause))
        return step
    }
}
