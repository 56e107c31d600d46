package import FeatureKit
internal import HostConfig

extension ProofReport {
    /// The report as data.
    package var value: Value {
        [
            "feature": .text(feature), "runs": .text((way ?? .host).word),
            "version": version.map(Value.text) ?? .null, "passed": .boolean(hasPassed),
            "seconds": .number(took.inSeconds), "cases": .list(results.map(\.value)),
            "errors": .list((remarks.filter(\.isError).map(\.text) + problems).map(Value.text)),
            "warnings": .list(remarks.filter { !$0.isError }.map { .text($0.text) }),
        ]
    }
}

extension ProofResult {
    fileprivate var value: Value {
        var members: Members = [
            "group": .text(about.group), "name": .text(about.name), "passed": .boolean(hasPassed),
            "seconds": .number(took.inSeconds),
        ]
        members["failure"] = failure.map { .text($0) }
        return .object(members)
    }

    /// What it says of its failure; nil where it has passed.
    package var failure: String? { if case .failed(let text) = verdict { text } else { nil } }
}

extension ProofReport {
    /// What failed, in a line: the names of the cases, or what went wrong beside them.
    package var failuresInWords: String {
        let cases = failures.map { "\"\($0.about.name)\": \($0.failure?.firstLine ?? "")" }
        let others = (remarks.filter(\.isError).map(\.text) + problems).map(\.firstLine)
        let all = cases + others
        let rest = all.count - Self.mostInWords
        return all.prefix(Self.mostInWords).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }

    /// How many failures are named in a line.
    private static let mostInWords = 5
}

extension String {
    var firstLine: String { split(whereSeparator: \.isNewline).first.map(String.init) ?? "" }
}

extension Duration {
    /// In seconds, for data, exact to the microsecond.
    var inSeconds: Double { Double((self / .microseconds(1)).rounded()) / 1_000_000 }
}
