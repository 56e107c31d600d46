extension ProgramBuilder {
    /// How deep conditions may lie in one another, through segments too.
    static let mostDepth = 64

    /// Compiles a condition; nil where that can't be done, which has been reported then.
    ///
    /// - Parameter segments: The named conditions; one that has an error is there without a step.
    mutating func compile(_ condition: Condition, segments: [String: CompiledSegment]) -> Step? {
        guard depth(of: condition, segments) <= Self.mostDepth else {
            report(.conditionsTooDeep(most: Self.mostDepth), at: condition.place)
            return nil
        }
        return build(condition, segments)
    }

    /// How deep the conditions inside lie in one another.
    func depth(of condition: Condition, _ segments: [String: CompiledSegment]) -> Int {
        switch condition {
        case .clause: 1
        case .all(let conditions, _), .any(let conditions, _):
            1 + (conditions.map { depth(of: $0, segments) }.max() ?? 0)
        case .not(let condition, _): 1 + depth(of: condition, segments)
        case .segment(let name, _): 1 + (segments[name]?.depth ?? 0)
        }
    }

    private mutating func build(_ condition: Condition, _ segments: [String: CompiledSegment]) -> Step? {
        switch condition {
        case .clause(let clause): return compile(clause)
        case .all(let conditions, let place): return join(.all, conditions, place, segments)
        case .any(let conditions, let place): return join(.any, conditions, place, segments)
        case .not(let inner, let place):
            guard let inner = build(inner, segments) else { return nil }
            if case .constant = inner.code { return .constant(!inner.operand.boolean) }
            var step = Step(.not)
            step.children = add([inner])
            step.note = add(.condition(place))
            return step
        case .segment(let name, let place):
            guard let segment = segments[name] else {
                report(.unknownSegment(name, known: segments.keys.sorted()), at: place)
                return nil
            }
            guard let inner = segment.step else { return nil }
            if case .constant = steps[Int(inner)].code { return steps[Int(inner)] }
            var step = Step(.segment)
            step.children = StepRange(first: inner, count: 1)
            step.note = add(.segment(name, place))
            return step
        }
    }

    /// All or any of some conditions; what is known already is left out.
    private mutating func join(
        _ code: Step.Code, _ conditions: [Condition], _ place: FlagPlace, _ segments: [String: CompiledSegment]
    ) -> Step? {
        var isWhole = true
        var children: [Step] = []
        let isAll = if case .all = code { true } else { false }
        var verdict: Bool?
        for condition in conditions {
            guard let child = build(condition, segments) else {
                // The others are looked at too, since their errors are wanted as well.
                isWhole = false
                continue
            }
            if case .constant = child.code {
                if child.operand.boolean != isAll { verdict = !isAll }
            } else {
                children.append(child)
            }
        }
        guard isWhole else { return nil }
        if let verdict { return .constant(verdict) }
        if children.isEmpty { return .constant(isAll) }
        if children.count == 1 { return children[0] }
        var step = Step(code)
        step.children = add(children)
        step.note = add(.condition(place))
        return step
    }
}

extension Step {
    /// A condition that is known before anybody asks.
    static func constant(_ holds: Bool) -> Step {
        var step = Step(.constant)
        step.operand = .boolean(holds)
        return step
    }
}
