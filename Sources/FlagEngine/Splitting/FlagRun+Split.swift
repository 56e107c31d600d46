extension FlagRun {
    /// The variant that a split gives the caller; nil leaves them to the next rule.
    mutating func choose(_ split: CompiledSplit) -> Int? { nil }
}
