package import FeatureKit
import FlagEngine

extension Value {
    /// As people write it: a text without quotes where nobody takes it for something else.
    package var asWritten: String {
        guard case .text(let text) = self, Scalar(raw: text, style: .plain).value == self, !text.isEmpty,
            text.utf8.allSatisfy({ Self.isPlain($0) })
        else { return json }
        return text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_.:/+".utf8.contains(byte)
        }
    }
}

extension Likeness {
    /// The expectation as it is written in a scenario, for failure messages.
    package var text: String {
        switch self {
        case .present: "{ $any: true }"
        case .absent: "{ $absent: true }"
        case .equal(let value): value.asWritten
        case .compared(let order, let limit): "{ \(order.rawValue): \(limit.text) }"
        case .about(let number, let distance): "{ $about: \(Self.short(number)), within: \(Self.short(distance)) }"
        case .matching(let pattern): "{ $matches: \(Value.text(pattern.text).json) }"
        case .containing(let text): "{ $contains: \(Value.text(text).asWritten) }"
        case .havingElement(let element): "{ $contains: \(element.text) }"
        case .count(let count): "{ $count: \(count.text) }"
        case .each(let element): "{ $each: \(element.text) }"
        case .not(let other): "{ $not: \(other.text) }"
        case .either(let others): "{ $or: [\(others.map(\.text).joined(separator: ", "))] }"
        case .all(let others):
            "{ " + others.map { String($0.text.dropFirst(2).dropLast(2)) }.joined(separator: ", ") + " }"
        case .exactly(let value): "{ $exactly: \(value.json) }"
        case .saved(let name): "{ $save: \(name) }"
        case .list(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
        case .members(let members):
            "{ " + members.map { "\(Value.text($0.name).asWritten): \($0.value.text)" }.joined(separator: ", ") + " }"
        }
    }

    private static func short(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }
}
