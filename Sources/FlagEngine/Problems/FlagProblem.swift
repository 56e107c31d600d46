package import FeatureKit

/// Something about flags that is wrong or odd, as data; `FlagProblem+Wording` has the words.
package struct FlagProblem: Sendable, Equatable {
    package enum Severity: String, Sendable {
        case error
        case warning
    }

    package enum Kind: Sendable, Equatable {
        case unknownVariant(String, known: [String])
        case unknownSegment(String, known: [String])
        /// Each one means the next one, and the last one the first.
        case segmentCycle([String])
        /// Conditions inside one another, through segments too.
        case conditionsTooDeep(most: Int)
        case unknownRequirement(String, known: [String])
        /// The flag that is required never holds this.
        case unmeetableRequirement(String, value: Value, variants: [String])
        /// Each one requires the next one, and the last one the first.
        case requirementCycle([String])
        case requirementsTooDeep(most: Int)
        /// An unknown operator of JsonLogic; evaluating it answers `PARSE_ERROR`.
        case unknownOperator(String, known: [String])
        /// Operations of JsonLogic nested too deeply; the flag answers `PARSE_ERROR`.
        case logicTooDeep(most: Int)
        case clause(ClauseFault)
        case remark(LintRemark)
        /// A split's history left too many ranges, so the split divides everybody again without it.
        case splitStartsOver
    }

    package let kind: Kind
    package let severity: Severity
    /// The flag it is about; nil for segments.
    package let flag: String?
    package let place: FlagPlace?

    package init(_ kind: Kind, _ severity: Severity = .error, flag: String?, at place: FlagPlace?) {
        self.kind = kind
        self.severity = severity
        self.flag = flag
        self.place = place
    }
}
