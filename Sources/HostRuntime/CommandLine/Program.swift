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
