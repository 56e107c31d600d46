/// A program with commands: `flagstand <command> [options] [operands]`.
package struct Program: Sendable {
    package let name: String
    package let version: String
    package let summary: String
    package let commands: [Command]

    /// Makes a program.
    package init(name: String, version: String, summary: String, commands: [Command]) {
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
    }
}

/// What the program's exit code says.
package enum ExitCode: Int32, Sendable {
    /// All is well.
    case fine = 0
    /// The thing that was asked about is bad.
    case bad = 1
    /// The program was used wrongly.
    case misused = 2
}
