package import HostConfig
package import HostSystem

/// What is wrong with the arguments.
package enum UsageProblem: Sendable, Equatable {
    case noCommand
    case unknownCommand(String, meant: String?)
    case optionBeforeCommand(String)
    case unknownOption(String, meant: String?)
    case missingValue(Command.Option)
    case unwantedValue(Command.Option)
    /// By the option's name.
    case badAddress(String, String, ListenAddress.Problem)
    case badChoice(String, [String], meant: String?)
    /// By the option's name.
    case badCount(String, String)
    case badPair(String)
    case badAttribute(String)
    /// By the option's name.
    case badPairs(String, String)
    /// By the option's name.
    case badDuration(String, String, ClosedRange<Duration>)
    /// By the operand's name.
    case badPercentage(String, Percentage.Problem, meant: String?)
    case badTarget(OverrideProblem)
    case badTokenName(TokenProblem)
    case missingOption(Command.Option)
    case repeated(Command.Option)
    /// By the options' names.
    case needsOption(String, String)
    case missingOperand(Command.Operand)
    case unexpected(String)
}

/// Everything that is wrong with the arguments.
package struct UsageFailure: Error, Sendable, Equatable {
    /// The words that were understood: `flagstand run`.
    let spoken: String
    package let problems: [UsageProblem]
}
