@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

extension UsageProblem: CustomStringConvertible {
    /// The problem in words.
    package var description: String {
        switch self {
        case .noCommand: "a command is missing"
        case .unknownCommand(let name, let meant): "unknown command \"\(name)\"" + Self.question(meant)
        case .optionBeforeCommand(let name): "\(name) goes after the command"
        case .unknownOption(let name, let meant): "unknown option \"\(name)\"" + Self.question(meant)
        case .missingValue(let option): "\(option.name) needs a value: \(option.name) \(option.value ?? "")"
        case .unwantedValue(let option): "\(option.name) takes no value"
        case .badAddress(let option, let text, let problem): "\(option) \"\(text)\": \(problem)"
        case .badChoice(let word, let words, let meant):
            "\"\(word)\" must be one of \(words.joined(separator: ", "))" + Self.question(meant)
        case .badCount(let option, let text): "\(option) \"\(text)\" must be a whole number, 1 or more"
        case .badPair(let text): "\"\(text)\" must be a name and a value, such as seats=4"
        case .badAttribute(let text):
            "\"\(text)\" must be a name and a value, such as country=ES, or a name and JSON, such as tags:=[1,2]"
        case .badPairs(let option, let text):
            "\(option) \"\(text)\" must be names and values, each name once, such as country=ES,app=2.1.0"
        case .badDuration(let option, let text, let bounds):
            "\(option) \"\(text)\" must be a duration from \(DurationText.print(bounds.lowerBound)) to "
                + "\(DurationText.print(bounds.upperBound)), such as 2h"
        case .badPercentage(let operand, let problem, let meant):
            "\(operand) \(problem.message)" + Self.question(problem.suggestion ?? meant)
        case .badTarget(let problem): "\(problem)"
        case .badTokenName(let problem): "\(problem)"
        case .missingOption(let option): "\(option.name) is missing: \(option.name) \(option.value ?? "")"
        case .repeated(let option): "\(option.name) is given twice"
        case .needsOption(let option, let other): "\(option) needs \(other)"
        case .missingOperand(let operand): "\(operand.name) is missing"
        case .unexpected(let word): "unexpected \"\(word)\""
        }
    }

    private static func question(_ meant: String?) -> String { meant.map { "; did you mean \"\($0)\"?" } ?? "" }
}

extension UsageFailure: CustomStringConvertible {
    /// All problems, one on each line, and where to read more.
    package var description: String {
        problems.map { "\(spoken): error: \($0)\n" }.joined() + "Try \"\(spoken) --help\".\n"
    }
}
