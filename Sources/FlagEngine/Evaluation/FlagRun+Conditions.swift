internal import FeatureKit

extension FlagRun {
    /// Whether a condition holds for the caller.
    @inline(__always)
    mutating func holds(_ step: Step) -> Bool {
        guard Tracer.isListening else { return test(step) }
        tracer.hear(.begin(.step(step)))
        if case .clause = step.code { tracer.hear(.found(attribute(step.attribute, of: root).map { value($0) })) }
        let holds = test(step)
        tracer.hear(.end(.boolean(holds)))
        return holds
    }

    private mutating func test(_ step: Step) -> Bool {
        switch step.code {
        case .clause(let test): return clause(test, step, found: attribute(step.attribute, of: root))
        case .all, .segment:
            guard mayStep() else { return false }
            for index in 0..<Int(step.children.count) {
                guard holds(program.steps[step.children[index]]) else { return false }
            }
            return true
        case .any:
            guard mayStep() else { return false }
            for index in 0..<Int(step.children.count) where holds(program.steps[step.children[index]]) { return true }
            return false
        case .not: return mayStep() && !holds(program.steps[step.children[0]])
        case .constant: return step.operand.boolean
        case .logic: return false
        }
    }
}
