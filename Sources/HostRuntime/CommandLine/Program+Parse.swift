@_spi(Hosting) internal import FeatureKit

extension Program {
    static let versionOption = "--version"
    static let helpCommand = "help"

    /// Understands the arguments after the program's name, or says everything that is wrong with them.
    package func parse(_ arguments: [String]) -> Result<Invocation, UsageFailure> {
        guard let first = arguments.first else { return failure(.noCommand) }
        let rest = arguments.dropFirst()
        switch first {
        case Self.versionOption:
            return .success(.print("\(name) \(version)\n"))
        case Self.helpCommand,
            _ where CommandReader.helpOptions.contains(first):
            guard let topic = rest.first(where: { !CommandReader.helpOptions.contains($0) }) else {
                return .success(.print(usage))
            }
            let words = rest.drop { CommandReader.helpOptions.contains($0) }
            guard let (command, _) = command(at: words) else { return failure(unknownCommand(topic)) }
            return .success(.print(usage(of: command)))
        case _ where first.hasPrefix("-"):
            return failure(misplacedOption(String(first.prefix { $0 != "=" })))
        default:
            guard let (command, rest) = command(at: arguments[...]) else { return failure(unknownCommand(first)) }
            // What takes no operand has parts, or was told too much.
            if command.operands.isEmpty, let next = rest.first, !next.hasPrefix("-"), hasParts(command) {
                return failure(unknownCommand("\(first) \(next)"))
            }
            return parse(rest, of: command)
        }
    }

    private func parse(_ words: ArraySlice<String>, of command: Command) -> Result<Invocation, UsageFailure> {
        let reader = CommandReader(words, of: command)
        guard !reader.wantsHelp else { return .success(.print(usage(of: command))) }
        guard reader.problems.isEmpty else {
            return .failure(UsageFailure(spoken: "\(name) \(command.name)", problems: reader.problems))
        }
        return .success(.command(command, reader.arguments))
    }

    /// The command that words begin with, of one word or two, and what follows.
    private func command(at words: ArraySlice<String>) -> (Command, ArraySlice<String>)? {
        for count in [2, 1] where words.count >= count {
            let name = words.prefix(count).joined(separator: " ")
            if let command = commands.first(where: { $0.name == name }) { return (command, words.dropFirst(count)) }
        }
        return nil
    }

    private func hasParts(_ command: Command) -> Bool { commands.contains { $0.name.hasPrefix("\(command.name) ") } }

    private func unknownCommand(_ name: String) -> UsageProblem {
        .unknownCommand(
            name, meant: synonyms[name] ?? Suggestion.closest(to: name, in: commands.map(\.name) + [Self.helpCommand]))
    }

    private func misplacedOption(_ name: String) -> UsageProblem {
        guard !commands.contains(where: { $0.options.contains { $0.name == name } }) else {
            return .optionBeforeCommand(name)
        }
        return .unknownOption(
            name, meant: Suggestion.closest(to: name, in: CommandReader.helpOptions.prefix(1) + [Self.versionOption]))
    }

    private func failure(_ problem: UsageProblem) -> Result<Invocation, UsageFailure> {
        .failure(UsageFailure(spoken: name, problems: [problem]))
    }
}
