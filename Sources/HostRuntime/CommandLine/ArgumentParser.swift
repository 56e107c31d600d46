@_spi(Hosting) internal import FeatureKit

/// What the program was told to do.
package enum Invocation: Sendable, Equatable {
    case command(Command, Arguments)
    /// To print a text and to do nothing else: a usage, or the version.
    case print(String)
}

extension Program {
    private static let helpOptions = ["--help", "-h"]
    private static let versionOption = "--version"
    private static let helpCommand = "help"

    /// Understands the arguments after the program's name, or says everything that is wrong with them.
    package func parse(_ arguments: [String]) -> Result<Invocation, UsageFailure> {
        guard let first = arguments.first else { return .failure(failure([.noCommand])) }
        let rest = arguments.dropFirst()
        switch first {
        case Self.versionOption: return .success(.print("\(name) \(version)\n"))
        case _ where Self.helpOptions.contains(first): return .success(.print(usage))
        case Self.helpCommand: return help(on: rest.first)
        case _ where first.hasPrefix("-"):
            let known = Self.helpOptions + [Self.versionOption]
            let isOfCommand = commands.contains { $0.options.contains { $0.name == Self.split(first).name } }
            return .failure(
                failure([
                    isOfCommand
                        ? .optionBeforeCommand(Self.split(first).name)
                        : .unknownOption(first, meant: Suggestion.closest(to: first, in: known))
                ]))
        default: break
        }
        guard let command = command(first) else { return .failure(failure([unknownCommand(first)])) }
        return parse(rest, of: command)
    }

    private func help(on topic: String?) -> Result<Invocation, UsageFailure> {
        guard let topic, !Self.helpOptions.contains(topic) else { return .success(.print(usage)) }
        guard let command = command(topic) else { return .failure(failure([unknownCommand(topic)])) }
        return .success(.print(usage(of: command)))
    }

    private func parse(_ words: ArraySlice<String>, of command: Command) -> Result<Invocation, UsageFailure> {
        var arguments = Arguments()
        var problems: [UsageProblem] = []
        var rest = words
        var areOptions = true
        while let word = rest.popFirst() {
            guard areOptions, word.hasPrefix("-"), word != "-" else {
                if arguments.operands.count == command.operands.count { problems.append(.unexpected(word)) }
                arguments.operands.append(word)
                continue
            }
            if Self.helpOptions.contains(word) { return .success(.print(usage(of: command))) }
            guard word != "--" else {
                areOptions = false
                continue
            }
            let (name, attached) = Self.split(word)
            guard let option = command.options.first(where: { $0.name == name }) else {
                let known = command.options.map(\.name) + Self.helpOptions
                problems.append(.unknownOption(name, meant: Suggestion.closest(to: name, in: known)))
                continue
            }
            var value = attached
            if option.value == nil {
                if value != nil { problems.append(.unwantedValue(option)) }
            } else if value == nil, let next = rest.first, !next.hasPrefix("-") || next == "-" {
                // A value that begins with a dash is written `--state=-x`; otherwise a forgotten one would eat an option.
                value = rest.removeFirst()
            }
            if option.value != nil { problems += Self.problems(in: value ?? "", of: option) }
            if !arguments.take(option, value ?? "") { problems.append(.repeated(option)) }
        }
        problems += command.operands.dropFirst(arguments.operands.count).map(UsageProblem.missingOperand)
        guard problems.isEmpty else { return .failure(failure(problems, command)) }
        return .success(.command(command, arguments))
    }

    private static func problems(in value: String, of option: Command.Option) -> [UsageProblem] {
        if value.isEmpty { return [.missingValue(option)] }
        guard option.form == .address else { return [] }
        do throws(ListenAddress.Problem) {
            _ = try ListenAddress(value)
            return []
        } catch { return [.badAddress(option, value, error)] }
    }

    private func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    private func unknownCommand(_ name: String) -> UsageProblem {
        .unknownCommand(name, meant: Suggestion.closest(to: name, in: commands.map(\.name) + [Self.helpCommand]))
    }

    private func failure(_ problems: [UsageProblem], _ command: Command? = nil) -> UsageFailure {
        UsageFailure(spoken: command.map { "\(name) \($0.name)" } ?? name, problems: problems)
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
}
