/// What was said with a command.
package struct Arguments: Sendable, Equatable {
    private(set) var values: [Command.Option: String] = [:]
    /// The operands in order, as many as the command has.
    package internal(set) var operands: [String] = []

    /// The value of an option; nil where it was not given.
    package subscript(_ option: Command.Option) -> String? { values[option] }

    /// Whether an option was given.
    package func has(_ option: Command.Option) -> Bool { values[option] != nil }

    /// Takes an option; false where it was given before.
    mutating func take(_ option: Command.Option, _ value: String) -> Bool {
        values.updateValue(value, forKey: option) == nil
    }
}
