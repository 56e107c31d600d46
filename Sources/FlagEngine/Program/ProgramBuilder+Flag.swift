extension ProgramBuilder {
    /// Compiles a flag; nil where it has an error, which has been reported then.
    ///
    /// - Parameter others: The flags that it requires, which have been compiled before.
    mutating func compile(
        _ definition: FlagDefinition, layer: String, segments: [String: CompiledSegment],
        others: (String) -> FlagDraft?
    ) -> FlagDraft? {
        flag = definition
        defer { flag = nil }
        let variants = Variants(definition.variants)
        let known = problems.count
        let row = FlagRow(
            isEnabled: definition.isEnabled, targeting: .none, key: text(definition.key),
            defaultVariant: index(of: definition.defaultVariant, in: variants, at: definition.place),
            offVariant: index(of: definition.offVariant, in: variants, at: definition.place))
        var draft = FlagDraft(definition: definition, layer: layer, row: row)
        let names = definition.variants.map { part($0.name) }
        draft.row.firstName = UInt32(self.names.count)
        draft.row.nameCount = UInt32(names.count)
        self.names += names
        compileTargeting(&draft, variants, segments)
        if let served = definition.served { serve(served, by: &draft, variants) }
        compileRequirements(&draft, others)
        guard !problems[known...].contains(where: { $0.severity == .error }), !draft.isBroken else { return nil }
        draft.settle()
        return draft
    }

    private mutating func compileTargeting(
        _ draft: inout FlagDraft, _ variants: Variants, _ segments: [String: CompiledSegment]
    ) {
        switch draft.definition.targeting {
        case .none: draft.reach(draft.row.defaultVariant)
        case .logic(let logic):
            if let step = compile(logic) {
                draft.row.targeting = .logic(add([step]).first)
                // An expression may put a name together, so that any of them is possible.
                draft.reachable = Set(draft.definition.variants.indices)
            } else {
                draft.row.targeting = .unusable
            }
        case .rules(let rules):
            var rows: [RuleRow] = []
            var isOver = false
            for (number, rule) in rules.enumerated() {
                guard let row = compile(rule, number: number, variants, segments) else {
                    draft.isBroken = true
                    continue
                }
                rows.append(row)
                // What follows a rule that means everybody is never evaluated, nor a rule that means nobody.
                if isOver { continue }
                if row.condition >= 0, case .constant = steps[Int(row.condition)].code { continue }
                if draft.row.constant == nil, draft.isAlike {
                    if row.condition < 0, row.variant >= 0 {
                        draft.row.constant = Verdict(row.variant, .targetingMatch, rule: row.number)
                    }
                    draft.isAlike = false
                }
                draft.reach(row.variant)
                if row.split >= 0 { for range in ranges(of: row.split) { draft.reach(range.variant) } }
                isOver = row.condition < 0 && row.variant >= 0
            }
            if !isOver { draft.reach(draft.row.defaultVariant) }
            draft.row.targeting = .rules(first: UInt32(self.rules.count), count: UInt32(rows.count))
            self.rules += rows
            if draft.isAlike { draft.row.constant = Verdict(draft.row.defaultVariant, .default) }
        }
    }

    /// Puts one rule for everybody in the place of what was compiled.
    private mutating func serve(_ served: FlagDefinition.Served, by draft: inout FlagDraft, _ variants: Variants) {
        let variant = index(of: served.variant, in: variants, at: served.place)
        draft.row.targeting = .rules(first: UInt32(rules.count), count: 1)
        draft.row.constant = Verdict(variant, .targetingMatch)
        draft.reachable = []
        draft.reach(variant)
        rules.append(RuleRow(condition: -1, variant: variant, split: -1, number: RuleRow.unwritten))
    }

    private mutating func compile(
        _ rule: Rule, number: Int, _ variants: Variants, _ segments: [String: CompiledSegment]
    ) -> RuleRow? {
        var row = RuleRow(condition: -1, variant: -1, split: -1, number: Int32(number))
        var isWhole = true
        if let condition = rule.condition {
            if let step = compile(condition, segments: segments) {
                // A condition that always holds is none.
                if case .constant = step.code, step.operand.boolean {
                    row.condition = -1
                } else {
                    row.condition = Int32(add([step]).first)
                }
            } else {
                isWhole = false
            }
        }
        switch rule.outcome {
        case .serve(let variant): row.variant = index(of: variant, in: variants, at: rule.place)
        case .split(let split):
            row.split = compile(split, name: splitName(rule, number: number + 1), variants) ?? -1
            isWhole = isWhole && row.split >= 0
        }
        return isWhole ? row : nil
    }

    private mutating func compile(_ split: Split, name: String, _ variants: Variants) -> Int32? {
        let known = problems.count
        for share in split.shares { _ = index(of: share.variant, in: variants, at: split.place) }
        guard problems.count == known else { return nil }
        let bucketing = flag?.bucketing ?? .v2
        let allocation = Allocation.next(split, bucketing, from: previous.bySplit[name])
        if allocation == nil { report(.splitStartsOver, .warning, at: split.place) }
        let whole = allocation ?? .canonical(split, bucketing)
        allocations.bySplit[name] = whole
        let first = ranges.count
        ranges += whole.ranges.map { range in
            CompiledRange(end: range.end, variant: range.variant.flatMap { variants[$0] } ?? -1)
        }
        splitNames.append(name)
        var seeded = Murmur3()
        for byte in split.seed.utf8 { seeded.add(byte) }
        splits.append(
            CompiledSplit(
                attribute: attribute(split.attribute), bucketing: bucketing, seed: text(split.seed), seeded: seeded,
                firstRange: UInt32(first), rangeCount: UInt32(whole.ranges.count), name: Int32(splits.count)))
        return Int32(splits.count - 1)
    }

    /// What a rule's split is known by from one revision to the next: the rule's name, or its number where it has none
    /// or another one has the same.
    private func splitName(_ rule: Rule, number: Int) -> String {
        let key = flag?.key ?? ""
        let name = rule.name.map { "\(key) / \($0)" }
        guard let name, allocations.bySplit[name] == nil else { return "\(key) / #\(number)" }
        return name
    }

    private func ranges(of split: Int32) -> ArraySlice<CompiledRange> {
        let split = splits[Int(split)]
        return ranges[Int(split.firstRange)..<Int(split.firstRange + split.rangeCount)]
    }

    /// The index of a variant; below zero for none, and for one that is not there, which is reported.
    private mutating func index(of name: String?, in variants: Variants, at place: FlagPlace) -> Int32 {
        guard let name else { return -1 }
        if let index = variants[name] { return index }
        report(.unknownVariant(name, known: flag?.variants.map(\.name) ?? []), at: place)
        return -1
    }
}

extension FlagDraft {
    fileprivate mutating func reach(_ variant: Int32) { if variant >= 0 { reachable.insert(Int(variant)) } }

    /// Decides what can be decided before anybody asks.
    fileprivate mutating func settle() {
        switch row.targeting {
        case .none: row.constant = Verdict(row.defaultVariant, row.defaultVariant < 0 ? .default : .static)
        case .unusable: row.constant = Verdict(-1, .error, error: .parseError)
        case .logic, .rules: break
        }
        if !row.isEnabled || !canMeet {
            reachable = []
            row.constant = Verdict(row.offVariant, .disabled)
        } else if mayMiss {
            row.constant = nil
        } else {
            return
        }
        reach(row.offVariant)
    }
}
