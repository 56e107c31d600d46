extension Program {
    /// The completion of commands, options and choices for bash.
    package var bashCompletion: String {
        let first = commands.filter { !$0.name.contains(" ") }.map(\.name) + [Self.helpCommand, Self.versionOption]
        // What has two words comes first: the shell takes the first pattern that fits.
        let cases = (commands.filter { $0.name.contains(" ") } + commands.filter { !$0.name.contains(" ") }).map {
            "    \"\($0.name) \"*) words=\"\(completions(of: $0).joined(separator: " "))\" ;;"
        }
        return """
            # Completion for bash: source <(\(name) completion bash)
            _\(name)() {
                local words=
                case "${COMP_WORDS[*]:1} " in
            \(cases.joined(separator: "\n"))
                esac
                [ "$COMP_CWORD" != 1 ] || words="\(first.joined(separator: " "))"
                COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
            }
            complete -o default -F _\(name) \(name)

            """
    }

    /// Its parts, the words that it can be told, and its options.
    private func completions(of command: Command) -> [String] {
        let parts = commands.compactMap { part in
            part.name.hasPrefix("\(command.name) ") ? String(part.name.dropFirst(command.name.count + 1)) : nil
        }
        let choices = command.operands.flatMap { (operand) -> [String] in
            if case .choice(let words) = operand.form { words } else { [] }
        }
        return parts + choices + command.options.map(\.name) + CommandReader.helpOptions.prefix(1)
    }
}
