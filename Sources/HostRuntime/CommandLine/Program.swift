/// A program with commands: `flagstand <command> [options] [operands]`.
package struct Program: Sendable {
    /// Commands that help lists under one title.
    package struct Group: Sendable {
        package let title: String
        package let commands: [Command]

        /// Makes a group.
        package init(_ title: String, _ commands: [Command]) {
            self.title = title
            self.commands = commands
        }
    }

    package let name: String
    package let version: String
    package let summary: String
    package let groups: [Group]
    /// What people type for a command or an option that is called otherwise here.
    package let synonyms: [String: String]

    /// Makes a program.
    package init(
        name: String, version: String, summary: String, groups: [Group], synonyms: [String: String] = [:]
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.groups = groups
        self.synonyms = synonyms
    }

    /// All commands, in the order of help.
    package var commands: [Command] { groups.flatMap(\.commands) }
}
