package import FeatureKit

extension FlagTrace {
    /// The trace as plain data.
    package var value: Value {
        var members = Members([
            ("flag", .text(key)), ("reason", .text(evaluation.reason.rawValue)), ("revision", .number(revision)),
            ("source", .text(layer)), ("place", .text("\(place)")), ("enabled", .boolean(isEnabled)),
        ])
        members["variant"] = variant.map { .text($0.name) }
        members["value"] = variant?.value
        members["error"] = evaluation.error.map { .text($0.rawValue) }
        members["failure"] = failure.map { .text($0.words) }
        members["rule"] = evaluation.rule.map { .integer(Int64($0) + 1) }
        if !requirements.isEmpty { members["requires"] = .list(requirements.map(\.value)) }
        if !rules.isEmpty { members["rules"] = .list(rules.map(\.value)) }
        members["logic"] = logic?.value
        if !notes.isEmpty { members["overrides"] = .list(notes.map { .text($0) }) }
        if dropped > 0 { members["dropped"] = .integer(Int64(dropped)) }
        return .object(members)
    }
}

extension FlagTrace.Requirement {
    fileprivate var value: Value {
        var members = Members([
            ("flag", .text(flag)), ("wanted", wanted), ("place", .text("\(place)")), ("met", .boolean(isMet)),
        ])
        members["trace"] = trace.first?.value
        return .object(members)
    }
}

extension FlagTrace.Rule {
    fileprivate var value: Value {
        var members = Members()
        members["rule"] = number.map { .integer(Int64($0)) }
        members["place"] = .text("\(place)")
        members["decided"] = .boolean(decided)
        members["name"] = name.map { .text($0) }
        members["when"] = condition?.value
        members["bucket"] = bucket?.value
        return .object(members)
    }
}

extension FlagTrace.Condition {
    fileprivate var value: Value {
        var members = Members([("holds", .boolean(holds))])
        switch kind {
        case .all: members["kind"] = "and"
        case .any: members["kind"] = "or"
        case .not: members["kind"] = "not"
        case .known: members["kind"] = "known"
        case .segment(let name):
            members["kind"] = "segment"
            members["segment"] = .text(name)
        case .clause(let clause, let found):
            members["kind"] = "clause"
            members["attribute"] = .text(clause.attribute)
            members["operator"] = .text(clause.test.rawValue)
            members["wanted"] = clause.operand
            members["found"] = found
        }
        members["place"] = place.map { .text("\($0)") }
        if !conditions.isEmpty { members["conditions"] = .list(conditions.map(\.value)) }
        return .object(members)
    }
}

extension FlagTrace.Operation {
    fileprivate var value: Value {
        var members = Members([("operator", .text(name)), ("result", result)])
        members["place"] = place.map { .text("\($0)") }
        members["bucket"] = bucket?.value
        members["failure"] = failure.map { .text($0.words) }
        if !operations.isEmpty { members["arguments"] = .list(operations.map(\.value)) }
        return .object(members)
    }
}

extension FlagTrace.Bucket {
    fileprivate var value: Value {
        var members = Members([
            ("hashed", .text(hashed)), ("hash", .integer(Int64(hash))), ("bucketing", .text(bucketing.rawValue)),
            ("place", .number(place)),
        ])
        if !ranges.isEmpty {
            members["ranges"] = .list(
                ranges.map { range in
                    [
                        "variant": range.variant.map { .text($0) } ?? nil, "from": .number(range.from),
                        "to": .number(range.to),
                    ]
                })
        }
        return .object(members)
    }
}

extension Value {
    fileprivate static func number(_ revision: UInt64) -> Value { .integer(Int64(clamping: revision)) }
}
