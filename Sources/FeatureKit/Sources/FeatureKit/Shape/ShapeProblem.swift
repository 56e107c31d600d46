/// One mistake in a value that does not fit a shape.
public struct ShapeProblem: Error, Sendable, Equatable, CustomStringConvertible {
    enum Kind: Sendable, Equatable {
        case wrongKind(wanted: String, found: Value)
        case wrongKindOfSecret(found: String)
        case outOfBounds(wanted: String, found: String)
        case notACase(found: String, cases: [String])
        case unknownField(String, known: [String])
        case missingField(String)
    }

    /// Where it is.
    ///
    /// For an unknown field it ends with the field's name, for a missing one with the object that lacks it.
    public let path: ValuePath
    let kind: Kind

    /// What is wrong, without the path; all wording of shapes is here.
    public var message: String {
        switch kind {
        case .wrongKind(let wanted, let found): "must be \(wanted), not \(Self.shown(found))"
        case .wrongKindOfSecret(let found): "must be a secret, not \(found)"
        case .outOfBounds(let wanted, let found): "must be \(wanted), not \(found)"
        case .notACase(let found, let cases):
            "must be one of \(cases.map { "\"\($0)\"" }.joined(separator: ", ")), not \(Self.quoted(found))"
        case .unknownField(let name, _): "unknown key \(Self.quoted(name))"
        case .missingField(let name): "missing key \"\(name)\""
        }
    }

    /// What was probably meant; nil where nothing is similar.
    public var suggestion: String? {
        switch kind {
        case .notACase(let found, let cases): Suggestion.closest(to: found, in: cases)
        case .unknownField(let name, let known): Suggestion.closest(to: name, in: known)
        default: nil
        }
    }

    /// Whether the path ends with the name of a field that should not be there.
    public var isAboutKey: Bool { if case .unknownField = kind { true } else { false } }

    /// The path, the message and the suggestion on one line.
    public var description: String {
        let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return path.isRoot ? message + hint : "\(path): \(message)\(hint)"
    }

    private static func shown(_ value: Value) -> String {
        switch value {
        case .boolean, .integer, .number: value.json
        case .text(let text): "the text \(quoted(text))"
        default: value.kindInWords
        }
    }

    /// The text in quotes on one line, cut where it is long; what it may do to a terminal is escaped.
    private static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(61)
        let short = start.count <= 60 ? text : String(start.prefix(57)) + "…"
        return Value.text(short).json
    }
}
