/// Evaluates flags; one for each loop or thread, since it uses its memory again.
package struct FlagEvaluator: Sendable {
    private var scratch = Slate()

    package init() {}

    /// What a flag holds for a caller; it never fails and never waits.
    ///
    /// - Parameter now: The time, in seconds since 1970.
    package mutating func evaluate(
        _ flag: Int, of program: FlagProgram, for context: borrowing FlagContext, now: Int64
    ) -> Evaluation {
        Evaluation(flag: flag, variant: nil, reason: .error, error: .general)
    }
}
