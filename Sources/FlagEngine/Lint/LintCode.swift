/// What lint remarks on; the names by which `silence:` knows it.
package enum LintCode: String, Sendable, CaseIterable {
    /// A rule that never decides: one before it always does, or nobody can be meant.
    case unreachableRule = "unreachable-rule"
    /// A rule whose people have all been decided by an earlier one.
    case shadowedRule = "shadowed-rule"
    /// Two rules of one flag with the same name.
    case sameName = "same-name"
    /// A variant that nothing serves.
    case unusedVariant = "unused-variant"
    /// A segment that nothing names.
    case unusedSegment = "unused-segment"
    /// A flag whose day has passed.
    case expired
    /// A flag that requires what nobody has.
    case requirementOff = "requirement-off"
    /// Weights that were probably meant to be a hundred, or of which there is none.
    case weightsOdd = "weights-odd"
    /// A code to be silenced that there is not.
    case unknownCode = "unknown-code"
}
