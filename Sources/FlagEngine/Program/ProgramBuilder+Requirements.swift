internal import FeatureKit

extension ProgramBuilder {
    /// How long a chain of flags may be that require one another.
    static let mostRequirements = 32

    /// Compiles what a flag requires.
    mutating func compileRequirements(_ draft: inout FlagDraft, _ others: (String) -> FlagDraft?) {
        for requirement in draft.definition.requires {
            guard let other = others(requirement.flag) else {
                // That it is not there, or in a cycle, has been told.
                draft.isBroken = true
                continue
            }
            draft.depth = max(draft.depth, other.depth + 1)
            let variants = other.definition.variants.indices.filter {
                let variant = other.definition.variants[$0]
                return variant.value == requirement.value || .text(variant.name) == requirement.value
            }
            guard !variants.isEmpty else {
                let names = other.definition.variants.map(\.name)
                report(
                    .unmeetableRequirement(requirement.flag, value: requirement.value, variants: names),
                    at: requirement.place)
                continue
            }
            if let constant = other.row.constant {
                if constant.error != nil || !variants.contains(Int(constant.variant)) { draft.canMeet = false }
            } else {
                if other.reachable.isDisjoint(with: variants) { draft.canMeet = false }
                draft.mayMiss = true
            }
            draft.requirements.append(
                FlagDraft.Requirement(flag: requirement.flag, variants: variants.map { Int32($0) }))
        }
        if draft.depth > Self.mostRequirements {
            report(.requirementsTooDeep(most: Self.mostRequirements), at: draft.definition.requires.first?.place)
        }
    }
}
