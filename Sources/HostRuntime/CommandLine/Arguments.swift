/// What was said with a command.
package struct Arguments: Sendable, Equatable {
    private(set) var values: [Command.Option: String] = [:]
    /// The operands in order, as many as the command has.
    package internal(set) var operands: [String] = []

    /// The value of an option; nil where it was not given.
    package subscript(_ option: Command.Option) -> String? { values[option] }

    /// Whether an option was given.
    package func has(_ option: Command.Option) -> Bool { values[option] != nil }

    /// A name and what stands after its `=`; nil where there is no `=` or no name.
    package static func pair(_ text: some StringProtocol) -> (name: String, text: String)? {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    /// Pairs with commas between them; nil where one is none, or a name stands twice.
    package static func pairs(_ text: String) -> [(name: String, text: String)]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let pairs = parts.compactMap(pair)
        return pairs.count == parts.count && Set(pairs.map(\.name)).count == pairs.count ? pairs : nil
    }

    /// Takes an option; false where it was given before.
    mutating func take(_ option: Command.Option, _ value: String) -> Bool {
        values.updateValue(value, forKey: option) == nil
    }
}
