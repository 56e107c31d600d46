@_spi(Hosting) import FeatureKit

/// A text with variables in it.
struct VariableText {
    enum Piece: Equatable {
        case text(String)
        case variable(Variable)
    }

    /// What a variable stands for.
    enum Variable: Equatable {
        /// The wall clock's time and so much more, or less.
        case now(Duration)
        /// A name, and the way to a part of what it stands for.
        case named(String, [String])

        /// As it was written, without the braces.
        var written: String {
            switch self {
            case .now: "now"
            case .named(let name, let path): ([name] + path).joined(separator: ".")
            }
        }
    }

    let pieces: [Piece]

    /// The variable that is all of the text, where it is.
    var alone: Variable? {
        guard pieces.count == 1, case .variable(let variable) = pieces[0] else { return nil }
        return variable
    }

    /// Reads a text; nil where nothing in it is special.
    init?(_ text: String) throws(ScenarioMistake) {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return nil }
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            plain += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                plain += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}") else { throw .variableWithoutEnd }
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.variable(try Self.variable(rest.dropFirst(2).prefix(upTo: end))))
                rest = rest[end...].dropFirst()
            } else {
                plain += "$"
                rest = rest.dropFirst()
            }
        }
        plain += rest
        if !plain.isEmpty || pieces.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    private static func variable(_ written: Substring) throws(ScenarioMistake) -> Variable {
        if written == "now" { return .now(.zero) }
        for (sign, factor) in [("+", 1), ("-", -1)] where written.hasPrefix("now" + sign) {
            guard let duration = DurationText.parse(String(written.dropFirst(4))) else {
                throw .badMoment(String(written))
            }
            return .now(duration * factor)
        }
        let names = written.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = names.first, names.allSatisfy(isName) else { throw .badVariable(String(written)) }
        return .named(first, Array(names.dropFirst()))
    }

    /// The names that nobody else may give to anything.
    static let reserved = ["now", "settings"]

    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
