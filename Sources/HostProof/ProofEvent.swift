/// What `flagstand-test` tells while it works, one on a line.
package enum ProofEvent: Sendable, Equatable {
    /// What will be tried, before anything is; diagnostics are there already worded.
    case plan(version: String, [ProofCase], diagnostics: String, hasErrors: Bool)
    case begins(String)
    case ends(String, ProofVerdict, Duration)
    /// All of it has been tried.
    case done
}
