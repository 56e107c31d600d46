internal import FeatureKit

extension FlagDefinitions {
    /// Whether time alone may change what a flag holds for somebody.
    package var looksAtClock: Bool {
        sets.contains { set in
            set.segments.contains { $0.condition.looksAtClock } || set.flags.contains { $0.targeting.looksAtClock }
        }
    }
}

extension FlagDefinition.Targeting {
    fileprivate var looksAtClock: Bool {
        switch self {
        case .none: false
        case .logic(let logic): logic.looksAtClock
        case .rules(let rules): rules.contains { $0.condition?.looksAtClock ?? false }
        }
    }
}

extension Condition {
    fileprivate var looksAtClock: Bool {
        switch self {
        case .all(let conditions, _), .any(let conditions, _): conditions.contains { $0.looksAtClock }
        case .not(let condition, _): condition.looksAtClock
        case .segment: false
        case .clause(let clause): clause.attribute == "$now"
        }
    }
}

extension Logic {
    /// Also where a variable's name is only known once it is evaluated.
    fileprivate var looksAtClock: Bool {
        switch content {
        case .literal: return false
        case .list(let list): return list.contains { $0.looksAtClock }
        case .data(let members): return members.contains { $0.value.looksAtClock }
        case .operation("var", let arguments, _):
            guard case .literal(let name)? = arguments.first?.content else { return !arguments.isEmpty }
            guard case .text(let path) = name else { return arguments.dropFirst().contains { $0.looksAtClock } }
            return path == "$flagd" || path == "$flagd.timestamp"
                || arguments.dropFirst().contains { $0.looksAtClock }
        case .operation(_, let arguments, _): return arguments.contains { $0.looksAtClock }
        }
    }
}
