@_spi(Hosting) internal import FeatureKit

extension LintRemark {
    /// What was probably meant, where something comes near.
    var suggestion: String? {
        guard case .unknownCode(let code) = self else { return nil }
        return Suggestion.closest(to: code, in: LintCode.allCases.map(\.rawValue))
    }

    /// The remark as an author reads it, and what silences it.
    var words: String { "\(sentence) (\(code.rawValue))" }

    private var sentence: String {
        switch self {
        case .afterAlways(let rule, let always): "\(rule) never decides, since \(always) always does"
        case .neverHolds(let rule): "\(rule) never decides, since its condition never holds"
        case .shadowed(let rule, let other, let place):
            "\(rule) never decides, since \(other) (line \(place.line)) decides for everyone it means"
        case .sameName(let name):
            "two rules are called \(Value.text(name).json); explanations and splits tell rules apart by name"
        case .unusedVariant(let name): "nothing serves the variant \(Value.text(name).json)"
        case .unusedSegment(let name): "nothing names the segment \(Value.text(name).json)"
        case .expired(let day): "it expired on \(day.description.prefix(10)); remove it, or give it more time"
        case .requirementOff(let flag):
            "it requires \(Value.text(flag).json) to hold what nobody gets, so that it is disabled for everyone"
        case .weightsNearHundred(let sum):
            "the weights' sum is \(Self.decimal(sum)); percentages would be of 100"
        case .noWeights: "all weights are zero, so that the split gives nobody anything"
        case .unknownCode(let code): "nothing is silenced by \(Value.text(code).json)"
        }
    }

    /// Millionths, as a number with as many decimals as it needs.
    private static func decimal(_ millionths: UInt64) -> String {
        let (whole, fraction) = millionths.quotientAndRemainder(dividingBy: Split.one)
        guard fraction > 0 else { return "\(whole)" }
        var digits = String(String(fraction + Split.one).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}

extension LintRemark.RuleName: CustomStringConvertible {
    /// `the rule "staff"`, or `rule 3`.
    package var description: String { name.map { "the rule \(Value.text($0).json)" } ?? "rule \(number)" }
}
