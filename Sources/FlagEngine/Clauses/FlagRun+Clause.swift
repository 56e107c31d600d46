extension FlagRun {
    /// Whether what an attribute holds passes a test; an attribute that is not there or null passes none but `exists`.
    mutating func clause(_ test: ClauseTest, _ step: Step, found: Operand?) -> Bool { false }
}
