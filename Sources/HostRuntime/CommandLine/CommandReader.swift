@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Reads the words that follow a command.
struct CommandReader {
    static let helpOptions = ["--help", "-h"]

    private let command: Command
    private var rest: ArraySlice<String>
    private(set) var arguments = Arguments()
    private(set) var problems: [UsageProblem] = []
    private(set) var wantsHelp = false

    init(_ words: ArraySlice<String>, of command: Command) {
        self.command = command
        rest = words
        while !wantsHelp, let word = rest.popFirst() {
            if word == "--" {
                rest.forEach { take(operand: $0) }
                break
            }
            if word.hasPrefix("-"), word != "-" { take(option: word) } else { take(operand: word) }
        }
        problems += command.operands.dropFirst(arguments.operands.count).filter { !$0.repeats }
            .map(UsageProblem.missingOperand)
        problems += command.options.filter { $0.isRequired && !arguments.has($0) }.map(UsageProblem.missingOption)
        problems += command.options.compactMap { option in
            guard let other = option.needs, arguments.has(option),
                !command.options.contains(where: { $0.name == other && arguments.has($0) })
            else { return nil }
            return .needsOption(option.name, other)
        }
    }

    private mutating func take(operand word: String) {
        let place = arguments.operands.count
        arguments.operands.append(word)
        let operand = place < command.operands.count ? command.operands[place] : command.operands.last
        guard let operand, place < command.operands.count || operand.repeats else {
            return problems.append(.unexpected(word))
        }
        // A variable of a shell that is not set comes as nothing.
        if word.isEmpty, !operand.repeats { return problems.append(.missingOperand(operand)) }
        check(word, as: operand.form, of: operand.name)
    }

    private mutating func take(option word: String) {
        guard !Self.helpOptions.contains(word) else { return wantsHelp = true }
        let sign = word.firstIndex(of: "=")
        let name = String(word[..<(sign ?? word.endIndex)])
        let attached = sign.map { String(word[word.index(after: $0)...]) }

        guard let option = option(name) else {
            let meant = Suggestion.closest(to: name, in: command.options.map(\.name) + Self.helpOptions.prefix(1))
            problems.append(.unknownOption(name, meant: meant))
            // The value of what was meant is no operand.
            if attached == nil, let meant, option(meant)?.value != nil { _ = nextValue() }
            return
        }
        let value = option.value == nil ? attached : attached ?? nextValue()
        if option.value == nil, value != nil { problems.append(.unwantedValue(option)) }
        if option.value != nil { check(value ?? "", of: option) }
        if !arguments.take(option, value ?? "") { problems.append(.repeated(option)) }
    }

    private mutating func check(_ value: String, of option: Command.Option) {
        if value.isEmpty { return problems.append(.missingValue(option)) }
        check(value, as: option.form, of: option.name)
    }

    private mutating func check(_ value: String, as form: Command.Form, of name: String) {
        switch form {
        case .anything: break
        case .address:
            do throws(ListenAddress.Problem) { _ = try ListenAddress(value) } catch {
                problems.append(.badAddress(name, value, error))
            }
        case .choice(let words):
            guard !words.contains(value) else { break }
            problems.append(.badChoice(value, words, meant: Suggestion.closest(to: value, in: words)))
        case .count: if (Int(value) ?? 0) < 1 { problems.append(.badCount(name, value)) }
        case .pair: if Arguments.pair(value) == nil { problems.append(.badPair(value)) }
        case .attribute: if Attribute(value) == nil { problems.append(.badAttribute(value)) }
        case .duration(let bounds):
            if !(DurationText.parse(value).map(bounds.contains) ?? false) {
                problems.append(.badDuration(name, value, bounds))
            }
        case .percentageOrReset:
            guard value != "reset" else { break }
            do throws(Percentage.Problem) { _ = try Percentage.parse(value) } catch {
                problems.append(.badPercentage(name, error, meant: Suggestion.closest(to: value, in: ["reset"])))
            }
        case .target:
            do throws(OverrideProblem) { _ = try OverrideTarget(value) } catch { problems.append(.badTarget(error)) }
        case .tokenName:
            if !TokenList.isName(value) { problems.append(.badTokenName(.badName(value))) }
        case .pairs: if Arguments.pairs(value) == nil { problems.append(.badPairs(name, value)) }
        }
    }

    private func option(_ name: String) -> Command.Option? { command.options.first { $0.name == name } }

    /// The next word, unless it looks like an option: where a value was forgotten, it must not eat one.
    ///
    /// A value that begins with a dash is written `--state=-x`.
    private mutating func nextValue() -> String? {
        guard let next = rest.first, !next.hasPrefix("-") || next == "-" else { return nil }
        return rest.removeFirst()
    }
}
