/// What the program's exit code says.
package enum ExitCode: Int32, Sendable {
    /// All is well.
    case fine = 0
    /// The thing that was asked about is bad.
    case bad = 1
    /// The program was used wrongly.
    case misused = 2
}
