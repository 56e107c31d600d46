extension ProgramBuilder {
    /// Compiles the flags without errors, the strongest definition of each key, sorted by key.
    mutating func compile(_ source: FlagDefinitions) -> [FlagDraft] {
        let segments = compile(source.sets.flatMap(\.segments))
        let flags = source.flagsThatCount
        func index(of key: String) -> Int? { flags.index(of: key, \.definition.key) }
        for flag in flags { reportUnknown(in: flag.definition, among: flags) }
        var order = DependencyOrder(names: Array(flags.indices)) {
            flags[$0].definition.requires.compactMap { index(of: $0.flag) }
        }
        order.sort()
        for cycle in order.cycles {
            let keys = cycle.map { flags[$0].definition.key }
            let first = cycle.first.map { flags[$0].definition }
            let place = first?.requires.first { $0.flag == keys.dropFirst().first ?? first?.key }?.place
            problems.append(FlagProblem(.requirementCycle(keys), flag: first?.key, at: place ?? first?.place))
        }
        var drafts: [FlagDraft?] = Array(repeating: nil, count: flags.count)
        for place in order.sorted {
            let flag = flags[place]
            drafts[place] = compile(flag.definition, layer: flag.layer, segments: segments) { key in
                index(of: key).flatMap { drafts[$0] }
            }
        }
        return drafts.compactMap(\.self)
    }

    private mutating func reportUnknown(in flag: FlagDefinition, among flags: [FlagDefinitions.Flag]) {
        for requirement in flag.requires where flags.index(of: requirement.flag, \.definition.key) == nil {
            let known = flags.map(\.definition.key)
            problems.append(
                FlagProblem(.unknownRequirement(requirement.flag, known: known), flag: flag.key, at: requirement.place))
        }
    }

    /// The rows of flags that know where the others are.
    mutating func link(_ drafts: [FlagDraft]) -> [FlagRow] {
        drafts.map { draft in
            var row = draft.row
            row.firstRequirement = UInt32(requirements.count)
            for requirement in draft.requirements {
                guard let other = drafts.index(of: requirement.flag, \.definition.key) else { continue }
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

extension FlagDefinitions {
    /// A flag and the source that it comes from.
    fileprivate typealias Flag = (definition: FlagDefinition, layer: String)

    /// One flag for each key, that of the latest set; sorted by key.
    fileprivate var flagsThatCount: [Flag] {
        // Definitions are large; what is sorted is small.
        var places: [(key: String, set: Int, flag: Int)] = []
        for (set, content) in sets.enumerated() {
            for (flag, definition) in content.flags.enumerated() { places.append((definition.key, set, flag)) }
        }
        places.sort { $0.key == $1.key ? ($0.set, $0.flag) < ($1.set, $1.flag) : $0.key < $1.key }
        return places.indices.filter { $0 + 1 == places.count || places[$0].key != places[$0 + 1].key }.map {
            let place = places[$0]
            return (sets[place.set].flags[place.flag], sets[place.set].source)
        }
    }
}

extension Array {
    /// The index of the element with a key, among elements that are sorted by it.
    fileprivate func index(of key: String, _ keyOf: (Element) -> String) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if keyOf(self[middle]) < key { low = middle + 1 } else { high = middle }
        }
        return low < count && keyOf(self[low]) == key ? low : nil
    }
}
