package import FeatureKit

/// Why an evaluation failed; only explanations report it.
package enum FlagFailure: Sendable, Equatable {
    /// No operator has the name.
    case unknownOperator
    /// An operation needed a number and was given something else.
    case noNumber(Value)
    /// The arguments were too few, or gave no number.
    case badArguments
    case tooManySteps(most: Int)
    /// The values that it made grew beyond so many bytes or elements.
    case grewBeyond(Int)
    /// Lists and objects lie deeper in one another.
    case valueTooDeep(most: Int)
}
