internal import FeatureKit

extension FlagRun {
    /// Whether what a flag requires is so for the caller.
    mutating func meets(_ row: FlagRow) -> Bool {
        let own = key
        for index in 0..<Int(row.requirementCount) {
            let requirement = program.requirements[Int(row.firstRequirement) &+ index]
            if Tracer.isListening { tracer.hear(.begin(.requirement(index))) }
            let verdict = verdict(of: Int(requirement.flag))
            key = own
            let isMet = verdict.error == nil && suffices(verdict.variant, for: requirement)
            if Tracer.isListening { tracer.hear(.end(.boolean(isMet))) }
            guard isMet else { return false }
        }
        return true
    }

    /// What another flag holds for the caller, decided once in an evaluation: many ways may lead to it.
    private mutating func verdict(of flag: Int) -> Verdict {
        if let known = memory.verdict(of: flag) { return known }
        let verdict = decide(flag)
        // What goes wrong with the other flag is its own; that nothing may go on is everybody's.
        if stepsLeft >= 0 { fault = nil }
        memory.remember(verdict, of: flag)
        return verdict
    }

    private func suffices(_ variant: Int32, for requirement: RequirementRow) -> Bool {
        for index in 0..<Int(requirement.variantCount)
        where program.wanted[Int(requirement.firstVariant) &+ index] == variant { return true }
        return false
    }
}
