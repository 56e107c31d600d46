internal import FeatureKit

extension ProgramBuilder {
    /// Compiles a clause; nil where that can't be done, which has been reported then.
    mutating func compile(_ clause: Clause) -> Step? {
        var step = Step(.clause(clause.test))
        do throws(ClauseFault) {
            switch clause.test {
            case .eq, .not: step.operand = try scalar(clause)
            case .in, .notIn: try setValues(elements(clause), of: &step, clause)
            case .contains: try setValues(elements(clause, mayBeOne: true), of: &step, clause)
            case .startsWith, .endsWith:
                var operands: [Operand] = []
                for text in try texts(clause, mayBeOne: true) { operands.append(self.text(text)) }
                step.operand = list(operands)
            case .eqNoCase: step.operand = text(CaseFolding.folded(try string(clause)))
            case .inNoCase, .notInNoCase: setFolded(try texts(clause, mayBeOne: false), of: &step)
            case .containsNoCase, .startsWithNoCase, .endsWithNoCase:
                setFolded(try texts(clause, mayBeOne: true), of: &step)
            case .matches, .matchesNoCase: step.aux = try pattern(clause)
            case .gt, .gte, .lt, .lte: step.operand = try number(clause.operand, clause)
            case .between: step.operand = try range(clause)
            case .before, .after: step.operand = .integer(try Self.time(clause))
            case .inCIDR: step.operand = try blocks(clause)
            case .semverEq, .semverGt, .semverGte, .semverLt, .semverLte, .semverCaret, .semverTilde:
                step.operand = try version(clause)
            case .exists:
                guard case .boolean(let boolean) = clause.operand else { throw Self.misfit(clause) }
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
