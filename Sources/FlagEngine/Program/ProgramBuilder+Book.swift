extension ProgramBuilder {
    /// Compiles all flags that count, those without errors, sorted by key.
    mutating func compile(_ book: FlagBook) -> [FlagDraft] {
        let segments = compile(book.sets.flatMap(\.segments))
        var definitions: [String: (flag: FlagDefinition, layer: String)] = [:]
        for set in book.sets {
            for flag in set.flags { definitions[flag.key] = (flag, set.source) }
        }
        let keys = definitions.keys.sorted()
        for key in keys { reportUnknown(in: definitions[key]?.flag, known: keys) { definitions[$0] != nil } }
        var order = DependencyOrder(names: keys) { key in
            definitions[key]?.flag.requires.map(\.flag).filter { definitions[$0] != nil } ?? []
        }
        order.sort()
        for cycle in order.cycles {
            let first = cycle.first.flatMap { definitions[$0]?.flag }
            let place = first?.requires.first { $0.flag == cycle.dropFirst().first ?? first?.key }?.place
            problems.append(FlagProblem(.requirementCycle(cycle), flag: first?.key, at: place ?? first?.place))
        }
        var drafts: [String: FlagDraft] = [:]
        for key in order.sorted {
            guard let (definition, layer) = definitions[key] else { continue }
            drafts[key] = compile(definition, layer: layer, segments: segments, others: drafts)
        }
        return keys.compactMap { drafts[$0] }
    }

    private mutating func reportUnknown(in flag: FlagDefinition?, known: [String], _ isKnown: (String) -> Bool) {
        for requirement in flag?.requires ?? [] where !isKnown(requirement.flag) {
            problems.append(
                FlagProblem(
                    .unknownRequirement(requirement.flag, known: known), flag: flag?.key, at: requirement.place))
        }
    }

    /// The rows of flags that know where the others are.
    mutating func link(_ drafts: [FlagDraft], _ indices: [String: Int]) -> [FlagRow] {
        drafts.map { draft in
            var row = draft.row
            row.firstRequirement = UInt32(requirements.count)
            for requirement in draft.requirements {
                guard let other = indices[requirement.flag] else { continue }
                requirements.append(
                    RequirementRow(
                        flag: Int32(other), firstVariant: UInt32(wanted.count),
                        variantCount: UInt32(requirement.variants.count)))
                wanted += requirement.variants
            }
            row.requirementCount = UInt32(requirements.count) - row.firstRequirement
            return row
        }
    }
}
