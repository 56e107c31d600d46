/// What can be said of conditions without anybody to ask: what is said is so, and much is not said.
struct Implication {
    /// The named conditions, without cycles.
    let segments: [String: Condition]

    /// The most steps that one check may take; a check that needs more gives no result.
    private static let mostSteps = 10_000
    private var steps = 0

    init(segments: [String: Condition]) { self.segments = segments }

    /// Whether a condition holds for every caller.
    mutating func always(_ condition: Condition) -> Bool {
        begin()
        return holdsAlways(condition)
    }

    /// Whether a condition holds for no caller.
    mutating func never(_ condition: Condition) -> Bool {
        begin()
        return holdsNever(condition)
    }

    /// Whether everyone for whom the first one holds has the second one hold.
    mutating func implies(_ narrow: Condition, _ wide: Condition) -> Bool {
        begin()
        return isWithin(narrow, wide)
    }

    private mutating func begin() { steps = 0 }

    private mutating func mayStep() -> Bool {
        steps += 1
        return steps <= Self.mostSteps
    }

    private mutating func holdsAlways(_ condition: Condition) -> Bool {
        guard mayStep() else { return false }
        switch condition {
        case .all(let parts, _): return parts.allSatisfy { holdsAlways($0) }
        case .any(let parts, _): return parts.contains { holdsAlways($0) }
        case .not(let inner, _): return holdsNever(inner)
        case .segment(let name, _): return segments[name].map { holdsAlways($0) } ?? false
        case .clause: return false
        }
    }

    private mutating func holdsNever(_ condition: Condition) -> Bool {
        guard mayStep() else { return false }
        switch condition {
        case .all(let parts, _):
            if parts.contains(where: { holdsNever($0) }) { return true }
            for (index, left) in parts.enumerated() {
                for right in parts[(index + 1)...] where exclude(left, right) || exclude(right, left) { return true }
            }
            return false
        case .any(let parts, _): return parts.allSatisfy { holdsNever($0) }
        case .not(let inner, _): return holdsAlways(inner)
        case .segment(let name, _): return segments[name].map { holdsNever($0) } ?? false
        case .clause: return false
        }
    }

    /// Whether nobody can have both hold.
    private mutating func exclude(_ left: Condition, _ right: Condition) -> Bool {
        guard mayStep() else { return false }
        switch (left, right) {
        case (.clause(let left), .clause(let right)): return left.excludes(right)
        case (_, .not(let inner, _)): return isWithin(left, inner)
        case (.all(let parts, _), _): return parts.contains { exclude($0, right) || exclude(right, $0) }
        case (.segment(let name, _), _): return segments[name].map { exclude($0, right) || exclude(right, $0) } ?? false
        default: return false
        }
    }

    private mutating func isWithin(_ narrow: Condition, _ wide: Condition) -> Bool {
        guard mayStep() else { return false }
        if case .segment(let left, _) = narrow, case .segment(let right, _) = wide, left == right { return true }
        if case .clause(let left) = narrow, case .clause(let right) = wide { return left.implies(right) }
        if case .not(let left, _) = narrow, case .not(let right, _) = wide, isWithin(right, left) { return true }
        // First what needs every part, then what needs one.
        switch wide {
        case .all(let parts, _): return parts.allSatisfy { isWithin(narrow, $0) }
        case .segment(let name, _) where segments[name].map({ isWithin(narrow, $0) }) == true: return true
        default: break
        }
        switch narrow {
        case .any(let parts, _): return parts.allSatisfy { isWithin($0, wide) }
        case .segment(let name, _) where segments[name].map({ isWithin($0, wide) }) == true: return true
        case .all(let parts, _) where parts.contains(where: { isWithin($0, wide) }): return true
        default: break
        }
        if case .any(let parts, _) = wide { return parts.contains { isWithin(narrow, $0) } }
        return false
    }
}
