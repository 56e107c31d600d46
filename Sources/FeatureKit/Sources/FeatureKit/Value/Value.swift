/// A tree of plain data that a `Shape` describes, between YAML, JSON and a feature's own types.
@frozen
public enum Value: Sendable, Equatable {
    /// Nothing, written `null`.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    /// A text.
    case text(String)
    /// Values in order.
    case list([Value])
    /// Named values, which keep the order in which they were written.
    case object(Members)
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `.null`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes a `.boolean`.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Makes an `.integer`.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a `.number`.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Makes a `.text`.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Makes a `.list`.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    /// Makes an `.object`; of two members with the same name the later one counts.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .object(Members(elements)) }
}

extension Value {
    /// The member of an object; nil for anything else and where there is none.
    public subscript(_ name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The part of the value at a path; nil where there is none.
    public subscript(_ path: ValuePath) -> Value? {
        var value = self
        for step in path.steps {
            switch (step, value) {
            case (.member(let name), .object(let members)):
                guard let next = members[name] else { return nil }
                value = next
            case (.element(let index), .list(let list)):
                guard list.indices.contains(index) else { return nil }
                value = list[index]
            default:
                return nil
            }
        }
        return value
    }

    /// What kind of value this is, in a reader's words: `a text`, `a list`.
    @_spi(Hosting) public var kindInWords: String {
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
}
