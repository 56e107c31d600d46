import FeatureKit
import FlagEngine

extension FlagReader {
    /// Reads whom something means: a mapping of which every entry has to hold.
    mutating func condition(_ entry: Node.Entry) -> Condition? {
        guard let entries = mapping(entry, as: .condition) else { return nil }
        return conjunction(entries, at: entry.keyMark)
    }

    private mutating func conjunction(_ entries: [Node.Entry], at mark: Mark) -> Condition? {
        let parts = entries.compactMap { part($0) }
        guard parts.count == 1, let only = parts.first else { return .all(parts, place(mark)) }
        return only
    }

    private mutating func part(_ entry: Node.Entry) -> Condition? {
        switch entry.key {
        case "segment": return segment(entry)
        case "and": return conditions(entry).map { .all($0, place(entry.keyMark)) }
        case "or": return conditions(entry).map { .any($0, place(entry.keyMark)) }
        case "not": return condition(entry).map { .not($0, place(entry.keyMark)) }
        case "attribute":
            guard case .mapping(let entries) = entry.value.content, !entries.isEmpty else {
                wrong(entry, .condition)
                return nil
            }
            return all(entries.compactMap { clauses($0) }, at: entry.keyMark)
        default: return clauses(entry)
        }
    }

    /// A segment's name, or several of which one is enough.
    private mutating func segment(_ entry: Node.Entry) -> Condition? {
        if case .sequence(let nodes) = entry.value.content, nodes.isEmpty {
            add(.empty(.listOfTexts), at: entry.keyMark)
        }
        let names = texts(entry).map { Condition.segment($0.content, place($0.mark)) }
        guard names.count == 1, let only = names.first else { return .any(names, place(entry.keyMark)) }
        return only
    }

    private mutating func conditions(_ entry: Node.Entry) -> [Condition]? {
        guard case .sequence(let nodes) = entry.value.content else {
            wrong(entry, .listOfConditions)
            return nil
        }
        if nodes.isEmpty { add(.empty(.listOfConditions), at: entry.keyMark) }
        return nodes.compactMap { node in
            guard case .mapping(let entries) = node.content else {
                add(.wrongKind(.condition, found: node), at: node.mark)
                return nil
            }
            return conjunction(entries, at: node.mark)
        }
    }

    /// What is asked of one attribute: a value means `eq`, a list `in`, and a mapping asks for several things.
    private mutating func clauses(_ entry: Node.Entry) -> Condition? {
        switch entry.value.content {
        case .scalar:
            if entry.value.isNull {
                add(.comparedWithNothing, at: entry.mark)
                return nil
            }
            return clause(entry.key, .eq, entry)
        case .sequence: return clause(entry.key, .in, entry)
        case .mapping(let tests):
            if tests.isEmpty { add(.empty(.clause), at: entry.keyMark) }
            return all(
                tests.compactMap { test in
                    guard let kind = ClauseTest(rawValue: test.key) else {
                        add(
                            .unknownOperator(test.key, known: ClauseTest.allCases.map(\.rawValue)), at: test.keyMark)
                        return nil
                    }
                    return clause(entry.key, kind, test)
                }, at: entry.keyMark)
        }
    }

    private mutating func clause(_ attribute: String, _ test: ClauseTest, _ entry: Node.Entry) -> Condition? {
        if attribute.isEmpty { add(.emptyName, at: entry.keyMark) }
        if entry.value.isNull {
            add(.comparedWithNothing, at: entry.mark)
            return nil
        }
        if !test.wantsTexts { remarkOddNumbers(in: entry.value) }
        let operand = test.wantsTexts ? entry.value.valueOfTexts : entry.value.value
        return .clause(Clause(attribute: attribute, test: test, operand: operand, place: place(entry.mark)))
    }

    private func all(_ parts: [Condition], at mark: Mark) -> Condition {
        guard parts.count == 1, let only = parts.first else { return .all(parts, place(mark)) }
        return only
    }
}

extension ClauseTest {
    /// Whether it is asked of texts alone, so that `2.10` is what its author wrote and no number.
    fileprivate var wantsTexts: Bool {
        switch self {
        case .startsWith, .endsWith, .matches, .inCIDR, .eqNoCase, .inNoCase, .notInNoCase, .containsNoCase,
            .startsWithNoCase, .endsWithNoCase, .matchesNoCase, .semverEq, .semverGt, .semverGte, .semverLt,
            .semverLte, .semverCaret, .semverTilde:
            true
        case .eq, .not, .in, .notIn, .contains, .gt, .gte, .lt, .lte, .between, .before, .after, .exists: false
        }
    }
}

extension Node {
    /// The value, with numbers as they were written.
    fileprivate var valueOfTexts: Value {
        switch content {
        case .scalar(let scalar):
            switch scalar.value {
            case .integer, .number: .text(scalar.raw)
            case let value: value
            }
        case .sequence(let nodes): .list(nodes.map(\.valueOfTexts))
        case .mapping: value
        }
    }
}
