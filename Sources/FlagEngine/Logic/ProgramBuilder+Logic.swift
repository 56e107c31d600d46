extension ProgramBuilder {
    /// Compiles an expression of JsonLogic; nil where that can't be done, which has been reported then.
    mutating func compile(_ logic: Logic) -> Step? { nil }
}
