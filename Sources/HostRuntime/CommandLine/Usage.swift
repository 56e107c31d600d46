extension Program {
    /// What `flagstand --help` prints.
    package var usage: String {
        """
        Usage: \(name) <command> [options]

        \(summary)

        \(groupTables)
        Options:
        \(Self.table([Self.helpRow, ("--version", "Print the version.")]))
        "\(name) help <command>" explains a command and has an example.

        """
    }

    /// What `flagstand help run` prints.
    package func usage(of command: Command) -> String {
        let operands = command.operands.map { $0.repeats ? " [\($0.name)…]" : " \($0.name)" }.joined()
        let options = command.options.map { ([$0.name] + [$0.value].compactMap(\.self), $0.summary) }
        let parts = commands.filter { $0.name.hasPrefix("\(command.name) ") }.map { ($0.name, $0.summary) }
        let operandTable = command.operands.map { ($0.name, $0.summary) }
        return """
            Usage: \(name) \(command.name) [options]\(operands)

            \(command.summary)

            \(parts.isEmpty ? "" : "Parts:\n\(Self.table(parts))\n")\
            \(operandTable.isEmpty ? "" : "Operands:\n\(Self.table(operandTable))\n")\
            Options:
            \(Self.table(options.map { ($0.joined(separator: " "), $1) } + [Self.helpRow]))\
            \(command.example.isEmpty ? "" : "\nExample:\n  \(name) \(command.example)\n")
            """
    }

    /// The groups with their commands, but for those that are parts of others; all in columns of one width.
    private var groupTables: String {
        let listed = groups.map { group in (group.title, group.commands.filter { !$0.name.contains(" ") }) }
        let width = listed.flatMap(\.1).map(\.name.count).max() ?? 0
        return listed.map { title, commands in
            "\(title):\n\(Self.table(commands.map { ($0.name, $0.summary) }, width: width))"
        }.joined(separator: "\n")
    }

    private static let helpRow = ("-h, --help", "Print this text.")

    /// Two columns, the first one as wide as its longest text or wider, and a line's end after each row.
    private static func table(_ rows: [(String, String)], width least: Int = 0) -> String {
        let width = max(least, rows.map(\.0.count).max() ?? 0)
        return rows.map { term, text in
            "  \(term)\(String(repeating: " ", count: width - term.count))  \(text)\n"
        }.joined()
    }
}
