package import FeatureKit
package import FlagEngine

/// What a value is expected to be like.
package indirect enum Likeness: Sendable {
    package enum Order: String, Sendable, CaseIterable {
        case above = "$gt"
        case from = "$gte"
        case below = "$lt"
        case upTo = "$lte"
    }

    case present
    case absent
    /// Equal; lists and mappings too.
    case equal(Value)
    case compared(Order, Quantity)
    case about(Double, within: Double)
    case matching(TextPattern)
    /// A text with this in it.
    case containing(text: String)
    /// A list with an element like it.
    case havingElement(Likeness)
    case count(Likeness)
    case each(Likeness)
    case not(Likeness)
    case either([Likeness])
    case all([Likeness])
    /// Equal, without further members.
    case exactly(Value)
    /// Anything, which is kept under a name.
    case saved(String)
    case list([Likeness])
    case members([(name: String, value: Likeness)])

    /// Whether a value is like it; nil is one that is not there, and so is `null`.
    package func isLike(_ value: Value?) -> Bool {
        let value = value == .null && !expectsNull ? nil : value
        switch self {
        case .absent: return value == nil
        case .not(let other): return !other.isLike(value)
        case .either(let others): return others.contains { $0.isLike(value) }
        case .all(let others): return others.allSatisfy { $0.isLike(value) }
        default: return value.map(isLike(present:)) ?? false
        }
    }

    private var expectsNull: Bool {
        switch self {
        case .equal(.null), .exactly(.null): true
        default: false
        }
    }

    private func isLike(present value: Value) -> Bool {
        switch (self, value) {
        case (.present, _), (.saved, _): return true
        case (.equal(let wanted), _), (.exactly(let wanted), _): return wanted.isSame(as: value)
        case (.compared(let order, let limit), _): return Quantity(value).map { order.holds($0, limit) } ?? false
        case (.about(let wanted, let distance), _):
            return Quantity(value)?.asNumber.map { abs($0 - wanted) <= distance } ?? false
        case (.matching(let pattern), .text(let text)): return pattern.finds(in: text)
        case (.containing(let part), .text(let text)): return text.utf8.contains(part.utf8)
        case (.havingElement(let element), .list(let list)): return list.contains { element.isLike($0) }
        case (.count(let wanted), .list(let list)): return wanted.isLike(.integer(Int64(list.count)))
        case (.count(let wanted), .object(let members)): return wanted.isLike(.integer(Int64(members.count)))
        case (.each(let element), .list(let list)): return list.allSatisfy { element.isLike($0) }
        case (.each(let element), .object(let members)): return members.allSatisfy { element.isLike($0.value) }
        case (.list(let wanted), .list(let list)):
            return wanted.count == list.count && zip(wanted, list).allSatisfy { $0.isLike($1) }
        case (.members(let wanted), .object(let members)):
            return wanted.allSatisfy { $0.value.isLike(members[$0.name]) }
        default: return false
        }
    }

    /// What `$save` keeps of a value that is like it.
    package func saved(from value: Value?) -> [(name: String, value: Value)] {
        guard let value else { return [] }
        switch (self, value) {
        case (.saved(let name), _): return [(name, value)]
        case (.all(let others), _): return others.flatMap { $0.saved(from: value) }
        case (.havingElement(let element), .list(let list)):
            return list.first { element.isLike($0) }.map { element.saved(from: $0) } ?? []
        case (.list(let wanted), .list(let list)): return zip(wanted, list).flatMap { $0.saved(from: $1) }
        case (.members(let wanted), .object(let members)):
            return wanted.flatMap { $0.value.saved(from: members[$0.name]) }
        default: return []
        }
    }

    /// The names under which something is kept.
    var savedNames: [String] {
        switch self {
        case .saved(let name): [name]
        case .all(let others), .list(let others): others.flatMap(\.savedNames)
        case .havingElement(let element): element.savedNames
        case .members(let members): members.flatMap(\.value.savedNames)
        default: []
        }
    }
}

extension Likeness.Order {
    fileprivate func holds(_ value: Quantity, _ limit: Quantity) -> Bool {
        switch self {
        case .above: limit.isBefore(value) ?? false
        case .below: value.isBefore(limit) ?? false
        // What can't be compared is neither.
        case .from: value.isBefore(limit).map { !$0 } ?? false
        case .upTo: limit.isBefore(value).map { !$0 } ?? false
        }
    }
}

extension String.UTF8View {
    /// Whether these bytes hold others, in linear time for all that people write.
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        guard let first = part.first else { return true }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
