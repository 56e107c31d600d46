/// A text with parameters and choices by number.
///
/// `Hola, {name}: {seats, one: queda una plaza, other: quedan {seats} plazas}.` has the parameters `name` and `seats`.
/// `one` is for the number 1 and `other` for every other one, as in Spanish, English and Catalan; both have to be there, in
/// this order. They may have parameters, but no choice of their own. A text has no other braces.
struct TextTemplate: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case literal(String)
        case parameter(String)
        case choice(String, one: [Part], other: [Part])
    }

    private let parts: [Part]
    /// The names of the parameters, and whether the text chooses by the number of each.
    let parameters: [String: Bool]

    /// Reads a text.
    init(checking text: Substring) throws(TextProblem.Reason) {
        guard !text.isEmpty else { throw .empty }
        var rest = text
        parts = try Self.parts(&rest, upTo: nil)
        parameters = Self.parameters(of: parts)
    }

    /// The text with its parameters; the caller has checked that they are there.
    func text(_ values: [String: TextParameter], escape: (String) -> String) -> String {
        Self.text(parts, values, escape)
    }

    private static func text(
        _ parts: [Part], _ values: [String: TextParameter], _ escape: (String) -> String
    ) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .parameter(let name): text += escape(values[name]?.description ?? "")
            case .choice(let name, let one, let other):
                text += Self.text(values[name] == .number(1) ? one : other, values, escape)
            }
        }
    }

    private static func parameters(of parts: [Part]) -> [String: Bool] {
        parts.reduce(into: [:]) { found, part in
            switch part {
            case .literal: break
            case .parameter(let name): found[name] = found[name] ?? false
            case .choice(let name, let one, let other):
                found[name] = true
                found.merge(parameters(of: one + other)) { $0 || $1 }
            }
        }
    }

    /// Reads up to a mark, and takes the mark; up to the end where there is none.
    private static func parts(_ rest: inout Substring, upTo mark: String?) throws(TextProblem.Reason) -> [Part] {
        var parts: [Part] = []
        while let character = rest.first {
            if let mark, rest.take(mark) { return parts }
            rest.removeFirst()
            switch character {
            case "{": parts.append(try parameter(&rest, mayChoose: mark == nil))
            case "}": throw mark == nil ? .brace : .choice
            default:
                if case .literal(let text)? = parts.last {
                    parts[parts.count - 1] = .literal(text + String(character))
                } else {
                    parts.append(.literal(String(character)))
                }
            }
        }
        guard mark == nil else { throw .choice }
        return parts
    }

    /// Reads what follows an opening brace.
    private static func parameter(_ rest: inout Substring, mayChoose: Bool) throws(TextProblem.Reason) -> Part {
        let name = String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) })
        guard 1...32 ~= name.count else { throw .brace }
        rest.removeFirst(name.count)
        if rest.take("}") { return .parameter(name) }
        guard mayChoose, rest.take(", one: ") else { throw .choice }
        let one = try parts(&rest, upTo: ", other: ")
        return .choice(name, one: one, other: try parts(&rest, upTo: "}"))
    }
}

extension Substring {
    /// Takes a beginning away, if this begins so.
    fileprivate mutating func take(_ beginning: String) -> Bool {
        guard hasPrefix(beginning) else { return false }
        removeFirst(beginning.count)
        return true
    }
}
