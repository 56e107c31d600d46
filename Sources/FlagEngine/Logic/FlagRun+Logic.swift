internal import FeatureKit

extension FlagRun {
    /// What an operation of JsonLogic gives.
    ///
    /// What goes wrong is raised; what is given then does not matter.
    mutating func logic(_ operation: LogicOperation, _ step: Step, in scope: Operand) -> Operand {
        switch operation {
        case .scope: return scope
        case .variable:
            if let found = attribute(step.attribute, of: scope) { return found }
            return step.children.count > 0 ? run(child: 0, of: step, in: scope) : .null
        case .variableOf: return variable(step, in: scope)
        case .missing: return missing(step, in: scope)
        case .missingSome: return missingSome(step, in: scope)

        case .choose: return choose(step, in: scope)
        case .and, .or: return firstDeciding(step, isAnd: operation == .and, in: scope)
        case .not, .truth:
            let value = step.children.count > 0 ? run(child: 0, of: step, in: scope) : .null
            return .boolean(isTrue(value) == (operation == .truth))
        case .equal, .same, .notEqual, .notSame, .greater, .greaterOrEqual, .less, .lessOrEqual:
            return compare(operation, step, in: scope)

        case .plus, .minus, .times, .divided, .remainder, .greatest, .least:
            return calculate(operation, step, in: scope)

        case .list: return list(step, in: scope)
        case .map: return map(step, in: scope)
        case .filter: return filter(step, in: scope)
        case .reduce: return reduce(step, in: scope)
        case .all, .none, .some: return test(operation, step, in: scope)
        case .merge: return merge(step, in: scope)

        case .contained: return contained(step, in: scope)
        case .joined: return joined(step, in: scope)
        case .part: return part(step, in: scope)

        case .startsWith, .endsWith: return affix(step, atStart: operation == .startsWith, in: scope)
        case .version: return version(step, in: scope)
        case .fractional: return fractional(step, in: scope)
        case .unknown: return refuse(.unknownOperator)
        }
    }

    /// Says that an expression makes no sense.
    mutating func refuse(_ failure: FlagFailure = .badArguments) -> Operand {
        raise(.parseError, failure)
        return .null
    }

    /// Says that a number is needed where there is none.
    mutating func refuse(noNumber operand: Operand) -> Operand {
        refuse(.noNumber(Tracer.isListening ? value(operand) : .null))
    }

    /// `if`: pairs of a condition and what it gives, and at the end what counts otherwise.
    private mutating func choose(_ step: Step, in scope: Operand) -> Operand {
        let count = Int(step.children.count)
        var index = 0
        while index &+ 1 < count {
            if isTrue(run(child: index, of: step, in: scope)) { return run(child: index &+ 1, of: step, in: scope) }
            index &+= 2
        }
        return index < count ? run(child: index, of: step, in: scope) : .null
    }

    /// The first argument that decides, else the last one.
    private mutating func firstDeciding(_ step: Step, isAnd: Bool, in scope: Operand) -> Operand {
        var value = Operand.null
        for index in 0..<Int(step.children.count) {
            value = run(child: index, of: step, in: scope)
            if isTrue(value) != isAnd { return value }
        }
        return value
    }
}
