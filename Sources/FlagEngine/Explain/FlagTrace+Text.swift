@_spi(Hosting) internal import FeatureKit

/// All words of explanations stand in this file and in `Clause+Words`.
extension FlagTrace {
    /// The trace as sentences, one a line, the answer first.
    package var text: String {
        var lines = TraceLines()
        lines.add(answer)
        lines.indented { write(to: &$0) }
        return lines.text
    }

    private var answer: String {
        let value = variant.map { "\(quoted($0.name)), \(shown($0.value))" } ?? "left to the app's own default"
        let rule = rules.first { $0.number == evaluation.rule.map { $0 + 1 } }
        return switch evaluation.reason {
        case .static: "\(key) is \(value), since it has no rules (STATIC)"
        case .targetingMatch where rule == nil: "\(key) is \(value), as its targeting says (TARGETING_MATCH)"
        case .targetingMatch: "\(key) is \(value), by \(rule?.title ?? "a rule") (TARGETING_MATCH)"
        case .split: "\(key) is \(value), by the split of \(rule?.title ?? "a rule") (SPLIT)"
        case .default: "\(key) is \(value), since nothing else decided (DEFAULT)"
        case .disabled where isEnabled: "\(key) is \(value), since what it requires is not so (DISABLED)"
        case .disabled: "\(key) is \(value), since it is disabled (DISABLED)"
        case .error: "\(key) is \(value), since \(cause) (ERROR)"
        }
    }

    private var cause: String {
        switch (evaluation.error, failure) {
        case (let error?, .unknownOperator?), (let error?, .noNumber?), (let error?, .badArguments?):
            "its targeting can't be evaluated: \(error.rawValue)"
        case (let error?, let failure?): "\(failure.words): \(error.rawValue)"
        case (let error, nil): error?.words ?? "something went wrong"
        case (nil, _): "something went wrong"
        }
    }

    fileprivate func write(to lines: inout TraceLines) {
        lines.add("it stands at \(place), from \(layer), revision \(revision)")
        for note in notes { lines.add("it is overridden: \(note)") }
        for requirement in requirements { requirement.write(to: &lines) }
        for rule in rules { rule.write(to: &lines) }
        if let logic { logic.write(to: &lines) }
        if dropped > 0 { lines.add("… and \(dropped) more \(dropped == 1 ? "step" : "steps"), not shown") }
    }

    fileprivate func write(asPartOf lines: inout TraceLines) {
        lines.add(answer)
        lines.indented { write(to: &$0) }
    }
}

extension FlagTrace.Requirement {
    fileprivate func write(to lines: inout TraceLines) {
        lines.add("it requires \(flag) to be \(shown(wanted)): \(isMet ? "it is" : "it is not") (\(place))")
        lines.indented { lines in for trace in trace { trace.write(asPartOf: &lines) } }
    }
}

extension FlagTrace.Rule {
    fileprivate var title: String {
        guard let number else { return "the \(name ?? "override")" }
        return "rule \(number)" + (name.map { ", \(quoted($0))" } ?? "")
    }

    fileprivate func write(to lines: inout TraceLines) {
        let isMeant = condition?.holds ?? true
        let verdict =
            decided
            ? "decides" : !isMeant ? "does not mean them" : "means them and leaves them to the next one"
        lines.add("\(title) \(verdict) (\(place))")
        lines.indented { lines in
            condition?.write(to: &lines)
            if let bucket {
                bucket.write(to: &lines)
            } else if isMeant, !decided {
                lines.add("they lack the attribute that the split divides people by")
            }
        }
    }
}

extension FlagTrace.Condition {
    fileprivate func write(to lines: inout TraceLines) {
        let at = place.map { " (\($0))" } ?? ""
        switch kind {
        case .clause(let clause, let found):
            let is_ = "\(clause.attribute) is \(found.map(shown) ?? "not there")"
            lines.add("\(is_), \(holds ? "as wanted" : "wanted"): \(clause.words)\(at)")
        case .segment(let name): lines.add("they are \(holds ? "" : "not ")in the segment \(quoted(name))\(at)")
        case .all: lines.add("\(holds ? "all of these hold" : "not all of these hold")\(at)")
        case .any: lines.add("\(holds ? "one of these holds" : "none of these holds")\(at)")
        case .not: lines.add("\(holds ? "this does not hold, as wanted" : "this holds and should not")\(at)")
        case .known: lines.add("this \(holds ? "always" : "never") holds\(at)")
        }
        lines.indented { lines in for condition in conditions { condition.write(to: &lines) } }
    }
}

extension FlagTrace.Operation {
    fileprivate func write(to lines: inout TraceLines) {
        let outcome = failure.map { ": \($0.words)" } ?? " gives \(shown(result))"
        lines.add(name + outcome + (place.map { " (\($0))" } ?? ""))
        lines.indented { lines in
            bucket?.write(to: &lines)
            for operation in operations { operation.write(to: &lines) }
        }
    }
}

extension FlagTrace.Bucket {
    fileprivate func write(to lines: inout TraceLines) {
        lines.add(
            "\(quoted(hashed)) has the hash \(hash) (\(bucketing.rawValue)), which stands at \(percent(place)) %")
        for range in ranges {
            let whose = range.variant.map(quoted) ?? "the next rule"
            lines.add("\(whose) has \(percent(range.from)) % to \(percent(range.to)) %")
        }
    }

    /// Three digits after the point, and no zeros at the end.
    private func percent(_ number: Double) -> String {
        let thousandths = Int64((number * 1_000).rounded())
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        guard rest > 0 else { return "\(whole)" }
        var digits = String(1_000 + rest).dropFirst()
        while digits.last == "0" { digits = digits.dropLast() }
        return "\(whole).\(digits)"
    }
}

extension FlagFailure {
    var words: String {
        switch self {
        case .unknownOperator: "no operator is called that"
        case .noNumber(let value): "\(shown(value)) is no number"
        case .badArguments: "its arguments are too few, or give no number"
        case .tooManySteps(let most): "it took more than \(most) steps"
        case .grewBeyond(let most): "what it makes grew beyond \(most) bytes or elements"
        case .valueTooDeep(let most): "lists and objects lie more than \(most) deep in one another"
        }
    }
}

extension FlagError {
    fileprivate var words: String {
        switch self {
        case .flagNotFound: "there is no such flag"
        case .parseError: "its operations lie too deep in one another: PARSE_ERROR"
        case .typeMismatch: "its value is of another type: TYPE_MISMATCH"
        case .targetingKeyMissing: "the targeting key is missing: TARGETING_KEY_MISSING"
        case .invalidContext: "the context is invalid: INVALID_CONTEXT"
        case .general: "its targeting names no variant of it: GENERAL"
        }
    }
}

/// Lines of an explanation, with what is inside something indented by two spaces.
struct TraceLines {
    private(set) var text = ""
    private var depth = 0

    mutating func add(_ line: String) { text += String(repeating: "  ", count: depth) + line + "\n" }

    mutating func indented(_ body: (inout TraceLines) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }
}

private func quoted(_ text: String) -> String { Value.text(text).json }

/// A value as people read it; of a long one its beginning.
private func shown(_ value: Value) -> String {
    let most = 200
    let json = value.json
    return json.count <= most ? json : json.prefix(most) + "…"
}
