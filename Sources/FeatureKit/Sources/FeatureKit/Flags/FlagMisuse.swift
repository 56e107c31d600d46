/// What is wrong with a use of a flag.
public struct FlagMisuse: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of mistakes, an open set.
    public struct Code: Sendable, Hashable {
        package let word: String

        /// The feature's contracts do not declare it.
        public static let undeclared = Code(word: "undeclared")
        /// The feature's contracts declare it with another type of value.
        public static let otherType = Code(word: "other-type")
    }

    /// The kind of mistake.
    public let code: Code
    /// What is wrong, and how to fix it.
    public let description: String

    static func undeclared(_ key: String, in feature: String, declared: some Collection<String>) -> FlagMisuse {
        let hint = Suggestion.closest(to: key, in: declared).map { "; did you mean \"\($0)\"?" } ?? ""
        return FlagMisuse(
            code: .undeclared,
            description: "\(feature): no .evaluates(…) in its contracts declares the flag \"\(key)\"\(hint)")
    }

    static func otherType(_ key: String, in feature: String, declared: Shape, asked: Shape) -> FlagMisuse {
        FlagMisuse(
            code: .otherType,
            description:
                "\(feature): the flag \"\(key)\" is asked for as \(asked.inWords), and declared as \(declared.inWords)")
    }
}
