internal import FeatureKit

/// Makes what was heard of an evaluation what people can read: indices become names and places.
struct TraceReader {
    let program: FlagProgram
    /// What made the evaluation fail.
    let failure: FlagFailure?

    func trace(_ node: TraceNode, flag: Int, _ verdict: Verdict, dropped: Int) -> FlagTrace {
        let definition = program.definitions[flag]
        let compiled = program.flags[flag]
        var requirements: [FlagTrace.Requirement] = []
        var rules: [FlagTrace.Rule] = []
        var logic: FlagTrace.Operation?
        for child in node.children {
            switch child.subject {
            case .requirement(let index):
                let requirement = definition.requires[index]
                requirements.append(
                    FlagTrace.Requirement(
                        flag: requirement.flag, wanted: requirement.value, place: requirement.place,
                        isMet: child.result == .boolean(true), trace: child.children.compactMap(other)))
            case .rule(let row): rules.append(rule(row, of: definition, child))
            case .step: logic = operation(child)
            case .flag: break
            }
        }
        return FlagTrace(
            key: definition.key, revision: program.revision, layer: compiled.layer, place: definition.place,
            isEnabled: definition.isEnabled, evaluation: verdict.evaluation(of: flag),
            variant: verdict.variant < 0 ? nil : definition.variants[Int(verdict.variant)], requirements: requirements,
            rules: rules, logic: logic, failure: verdict.error == nil ? nil : failure, notes: definition.notes,
            dropped: dropped)
    }

    private func other(_ node: TraceNode) -> FlagTrace? {
        guard case .flag(let flag) = node.subject, let verdict = node.verdict else { return nil }
        return trace(node, flag: flag, verdict, dropped: 0)
    }

    private func rule(_ row: RuleRow, of flag: FlagDefinition, _ node: TraceNode) -> FlagTrace.Rule {
        let isWritten = row.number != RuleRow.unwritten
        let written: Rule? =
            if isWritten, case .rules(let rules) = flag.targeting { rules[Int(row.number)] } else { nil }
        let served = isWritten ? nil : flag.served
        return FlagTrace.Rule(
            number: isWritten ? Int(row.number) + 1 : nil, name: written?.name ?? served?.name,
            place: written?.place ?? served?.place ?? flag.place,
            condition: node.children.first.flatMap(condition),
            bucket: node.bucket.map { bucket($0, split: Int(row.split)) }, decided: node.result == .boolean(true))
    }

    private func condition(_ node: TraceNode) -> FlagTrace.Condition? {
        guard case .step(let step) = node.subject else { return nil }
        let note = step.note < 0 ? nil : program.notes[Int(step.note)]
        let kind: FlagTrace.Condition.Kind
        switch (step.code, note) {
        case (.all, _): kind = .all
        case (.any, _): kind = .any
        case (.not, _): kind = .not
        case (_, .segment(let name, _)): kind = .segment(name)
        case (_, .clause(let clause)): kind = .clause(clause, found: node.found)
        default: kind = .known
        }
        return FlagTrace.Condition(
            kind: kind, place: note?.place, holds: node.result == .boolean(true),
            conditions: node.children.compactMap(condition))
    }

    private func operation(_ node: TraceNode) -> FlagTrace.Operation? {
        guard case .step(let step) = node.subject else { return nil }
        var (name, place): (String, FlagPlace?) = ("", nil)
        if step.note >= 0, case .operation(let written, let at) = program.notes[Int(step.note)] {
            (name, place) = (written, at)
        }
        return FlagTrace.Operation(
            name: name, place: place, result: node.result, bucket: node.bucket.map { bucket($0, split: nil) },
            operations: node.children.compactMap(operation), failure: node.failure)
    }

    private func bucket(_ bucket: TraceBucket, split: Int?) -> FlagTrace.Bucket {
        let all = Double(Allocation.places)
        let name = split.map { program.splitNames[$0] }
        var start = 0.0
        let ranges = name.flatMap { program.allocations.bySplit[$0] }?.ranges.map { range in
            defer { start = Double(range.end) / all * 100 }
            return FlagTrace.Bucket.Range(variant: range.variant, from: start, to: Double(range.end) / all * 100)
        }
        return FlagTrace.Bucket(
            hashed: bucket.hashed, hash: bucket.hash, bucketing: bucket.bucketing,
            place: Double(bucket.bucketing.place(ofHash: bucket.hash)) / all * 100, ranges: ranges ?? [])
    }
}

extension StepNote {
    var place: FlagPlace? {
        switch self {
        case .clause(let clause): clause.place
        case .condition(let place), .segment(_, let place): place
        case .operation(_, let place): place
        }
    }
}
