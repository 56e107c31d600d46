/// What a step is to people: what stands in the document, and where.
package enum StepNote: Sendable, Equatable {
    case clause(Clause)
    /// `and`, `or` or `not`.
    case condition(FlagPlace)
    case segment(String, FlagPlace)
    /// An operator of JsonLogic.
    case operation(String, FlagPlace?)
}
