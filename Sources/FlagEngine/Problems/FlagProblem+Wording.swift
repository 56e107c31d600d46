@_spi(Hosting) internal import FeatureKit

/// All words about flags that are wrong stand in this file.
extension FlagProblem: CustomStringConvertible {
    /// The place, what is wrong there and what was probably meant.
    package var description: String {
        let meant = suggestion.map { "; did you mean \(quoted($0))?" } ?? ""
        return (place.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)\(meant)"
    }

    /// What is wrong, without the place and the suggestion.
    package var message: String { (flag.map { "flag \(quoted($0)): " } ?? "") + kind.words }

    /// What was probably meant, where something comes near.
    package var suggestion: String? {
        switch kind {
        case .unknownVariant(let name, let known), .unknownSegment(let name, let known),
            .unknownRequirement(let name, let known), .unmeetableRequirement(_, .text(let name), let known),
            .unknownOperator(let name, let known):
            Suggestion.closest(to: name, in: known)
        case .clause(let fault): fault.suggestion
        case .remark(let remark): remark.suggestion
        default: nil
        }
    }
}

extension FlagProblem.Kind {
    fileprivate var words: String {
        switch self {
        case .unknownVariant(let name, let known):
            "no variant is called \(quoted(name)); there \(known.count == 1 ? "is" : "are") \(listed(known))"
        case .unknownSegment(let name, _): "no segment is called \(quoted(name))"
        case .segmentCycle(let names): "segments mean themselves: \(chained(names))"
        case .conditionsTooDeep(let most): "conditions lie more than \(most) deep in one another"
        case .unknownRequirement(let name, _): "requires \(quoted(name)), and no flag is called that"
        case .unmeetableRequirement(let flag, let value, let variants):
            "requires \(quoted(flag)) to hold \(value.json), which is none of its values and none of its variants "
                + listed(variants)
        case .requirementCycle(let names): "flags require themselves: \(chained(names))"
        case .requirementsTooDeep(let most): "requires flags that require others, more than \(most) deep"
        case .clause(let fault): fault.words
        case .remark(let remark): remark.words
        case .splitStartsOver:
            "its history left the split in more than \(Allocation.mostRanges) pieces, so everybody is divided again"
        case .unknownOperator(let name, _):
            "no operator is called \(quoted(name)); where it is evaluated the flag answers PARSE_ERROR"
        case .logicTooDeep(let most):
            "operations lie more than \(most) deep in one another; the flag answers PARSE_ERROR"
        }
    }
}

/// `"a", "b" and "c"`; of many only the first.
private func listed(_ names: [String]) -> String {
    let most = 8
    guard names.count <= most else {
        return names.prefix(most).map(quoted).joined(separator: ", ") + " and \(names.count - most) more"
    }
    guard let last = names.last else { return "none" }
    return names.count == 1
        ? quoted(last) : names.dropLast().map(quoted).joined(separator: ", ") + " and \(quoted(last))"
}

/// `a → b → a`.
private func chained(_ names: [String]) -> String {
    (names + names.prefix(1)).map(quoted).joined(separator: " → ")
}

private func quoted(_ name: String) -> String { Value.text(name).json }
