/// What is put into a text.
public enum TextParameter: Sendable, Equatable, CustomStringConvertible, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral
{
    case text(String)
    /// A number, by which a text can choose its words.
    case number(Int)

    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// A number.
    public init(integerLiteral number: Int) { self = .number(number) }

    /// What is shown.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        }
    }
}

/// Why a text can't be rendered.
public enum TextError: Error, Equatable, CustomStringConvertible {
    case unknownKey(String)
    case unknownParameter(String, key: String)
    case missingParameter(String, key: String)
    /// The text chooses its words by a number, and got a text.
    case noNumber(String, key: String)

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .unknownKey(let key): "there is no text \"\(key)\""
        case .unknownParameter(let name, let key): "the text \"\(key)\" has no parameter {\(name)}"
        case .missingParameter(let name, let key): "the text \"\(key)\" needs its parameter {\(name)}"
        case .noNumber(let name, let key): "the text \"\(key)\" needs a number as its parameter {\(name)}"
        }
    }
}

/// Everything that is wrong with texts.
public struct TextProblems: Error, Equatable, CustomStringConvertible {
    /// At least one.
    public let problems: [TextProblem]

    /// All of them, one on a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// What is wrong with the text of a language.
public struct TextProblem: Error, Equatable, CustomStringConvertible {
    enum Reason: Error, Equatable {
        case notALanguage, notUTF8, tooLarge(most: Int)
        case noKey, twice(String)
        case empty, brace, choice
        case unknownKey, missing
        case otherParameters(missing: [String], unknown: [String])
    }

    /// The language.
    public let language: String
    /// The line in the language's file, counted from 1, where a line is wrong.
    public let line: Int?
    /// The key, where a text is wrong.
    public let key: String?
    let reason: Reason

    init(_ language: String, line: Int? = nil, key: String? = nil, _ reason: Reason) {
        (self.language, self.line, self.key, self.reason) = (language, line, key, reason)
    }

    /// The place and what is wrong there.
    public var description: String {
        "\(language)\(line.map { ", line \($0)" } ?? "")\(key.map { ", \($0)" } ?? ""): \(reason)"
    }
}

extension TextProblem.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .notALanguage: "must be a language such as es or ca-ES"
        case .notUTF8: "must be UTF-8"
        case .tooLarge(let most): "must have at most \(most) bytes"
        case .noKey: "must begin with a key such as booking.title and a colon, or go on with a text after spaces"
        case .twice(let key): "has a second text \"\(key)\""
        case .empty: "must not be empty"
        case .brace: "must have braces around names of parameters only, such as {name}"
        case .choice: "must write a choice as {seats, one: a seat, other: {seats} seats}"
        case .unknownKey: "is no key of a text"
        case .missing: "is missing"
        case .otherParameters(let missing, let unknown):
            [Self.list("lacks", missing), Self.list("has", unknown)].compactMap(\.self).joined(separator: " and ")
                + ", unlike the Spanish text"
        }
    }

    private static func list(_ verb: String, _ names: [String]) -> String? {
        names.isEmpty ? nil : "\(verb) " + names.map { "{\($0)}" }.joined(separator: ", ")
    }
}
