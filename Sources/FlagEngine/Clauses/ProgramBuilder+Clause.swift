extension ProgramBuilder {
    /// Compiles a clause; nil where that can't be done, which has been reported then.
    mutating func compile(_ clause: Clause) -> Step? { nil }
}
