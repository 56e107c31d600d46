import FeatureKit
import FlagEngine

extension Likeness {
    /// As it is written in a scenario, for whoever reads what was expected.
    package var text: String {
        switch self {
        case .present: "{ $any: true }"
        case .absent: "{ $absent: true }"
        case .equal(let value): value.json
        case .compared(let order, let limit): "{ \(order.rawValue): \(limit.text) }"
        case .about(let number, let distance): "{ $about: \(Self.short(number)), within: \(Self.short(distance)) }"
        case .matching(let pattern): "{ $matches: \(Value.text(pattern.text).json) }"
        case .containing(let text): "{ $contains: \(Value.text(text).json) }"
        case .havingElement(let element): "{ $contains: \(element.text) }"
        case .count(let count): "{ $count: \(count.text) }"
        case .each(let element): "{ $each: \(element.text) }"
        case .not(let other): "{ $not: \(other.text) }"
        case .either(let others): "{ $or: [\(others.map(\.text).joined(separator: ", "))] }"
        case .all(let others): "{ " + others.map { String($0.text.dropFirst(2).dropLast(2)) }.joined(separator: ", ") + " }"
        case .exactly(let value): "{ $exactly: \(value.json) }"
        case .saved(let name): "{ $save: \(name) }"
        case .list(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
        case .members(let members):
            "{" + members.map { "\(Value.text($0.name).json): \($0.value.text)" }.joined(separator: ", ") + "}"
        }
    }

    private static func short(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }
}
