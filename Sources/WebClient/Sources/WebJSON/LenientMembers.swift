public import FeatureKit

/// The members of a mapping that others wrote: one that is not what it should be is noted and left out.
public struct LenientMembers {
    /// Beyond it a number of milliseconds can't be counted in nanoseconds.
    private static let lastMillisecond: Int64 = 9_000_000_000_000
    private static let longestNumber = 40

    private let members: Members
    /// What was left out, in words.
    public private(set) var oddities: [String] = []

    /// Begins without an oddity.
    public init(_ members: Members) { self.members = members }

    /// A text, cut after so many characters; nil where there is none but spaces.
    public mutating func text(_ name: String, most: Int) -> String? {
        guard let value = value(name) else { return nil }
        guard case .text(let text) = value else { return leaveOut(name, value) }
        return String(text.prefix(most))
    }

    /// A number, or a text that is one, as databases give them out.
    public mutating func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = Self.number(value), range.contains(number) else { return leaveOut(name, value) }
        return number
    }

    /// Milliseconds since 1970, or a moment as RFC 3339 writes it.
    public mutating func moment(_ name: String) -> Timestamp? {
        guard let value = value(name) else { return nil }
        if case .text(let text) = value, let moment = Timestamp(text) { return moment }
        guard let number = Self.number(value), number > 0, number <= Double(Self.lastMillisecond),
            let milliseconds = Int64(exactly: number.rounded())
        else { return leaveOut(name, value) }
        return Timestamp(nanoseconds: milliseconds * 1_000_000)
    }

    /// What stands there; null and an empty text are nothing.
    private func value(_ name: String) -> Value? {
        switch members[name] {
        case nil, .null?: nil
        case .text(let text)? where text.allSatisfy(\.isWhitespace): nil
        case let value?: value
        }
    }

    private static func number(_ value: Value) -> Double? {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        case .text(let text):
            // Swift would also read "nan", "inf" and hexadecimal digits.
            let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
            guard text.utf8.count <= longestNumber, isDecimal, let number = Double(text), number.isFinite else {
                return nil
            }
            return number
        default: return nil
        }
    }

    private mutating func leaveOut<Content>(_ name: String, _ value: Value) -> Content? {
        oddities.append("\"\(name)\" is \(value.shown); it is left out")
        return nil
    }
}

extension Value {
    /// What kind of value this is, in words.
    public var kind: String {
        switch self {
        case .null: "nothing"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .object: "a mapping"
        }
    }

    /// The value as a message shows it: lists and mappings by their kind, long texts cut.
    public var shown: String {
        switch self {
        case .text(let text): Value.text(text.count > 40 ? text.prefix(40) + "…" : text).json
        case .integer, .number, .boolean: json
        default: kind
        }
    }
}
