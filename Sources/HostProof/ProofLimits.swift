/// What a proof may take, and what is kept of it.
package enum ProofLimits {
    /// A process that says nothing for so long hangs.
    package static let silence = Duration.seconds(20)
    /// How long a process may go on that can't say anything any more.
    package static let lastMoment = Duration.seconds(2)
    /// How often a feature may end its process before the rest is left untried.
    package static let mostProcesses = 20
    /// The longest line that either side reads: a job carries documents.
    package static let longestLine = 64 * 1024 * 1024
    /// How many cases a feature may have.
    package static let mostCases = 10_000
    /// How much a case may say of its failure, in bytes; the rest is cut.
    package static let longestFailure = 64 * 1024
    /// How much of what a process wrote is kept, in bytes, and how many lines of it are shown.
    package static let keptOutput = 64 * 1024
    package static let shownLines = 20
    /// The longest line of those, in characters.
    package static let longestShownLine = 500
    /// A host's own limit for a preflight as a whole.
    package static let preflight = Duration.seconds(60)
    /// What one start and stop of the conformance suite may take on top, without a word.
    package static let cycle = Duration.seconds(5)
}
