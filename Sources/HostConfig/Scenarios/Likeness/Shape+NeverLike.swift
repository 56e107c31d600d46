@_spi(Hosting) import FeatureKit

extension Shape {
    /// Whether no value of the shape can match, so that the expectation is a mistake; false where that is undecidable.
    func neverIsLike(_ likeness: Likeness) -> Bool {
        if let values = fewValues { return !likeness.isLike(nil) && !values.contains { likeness.isLike($0) } }
        guard var room = QuantityRoom(self) else { return false }
        for limit in likeness.limits { room.narrow(limit.order, limit.quantity) }
        return room.isEmpty
    }

    /// All that it allows, where that is little.
    private var fewValues: [Value]? {
        switch kind {
        case .choice(let words): words.map(Value.text)
        case .boolean: [true, false]
        default: nil
        }
    }
}

extension Likeness {
    /// What has to be above or below what, in any case.
    fileprivate var limits: [(order: Order, quantity: Quantity)] {
        switch self {
        case .compared(let order, let quantity): [(order, quantity)]
        case .about(let wanted, let distance):
            [(.from, .number(wanted - distance)), (.upTo, .number(wanted + distance))]
        case .all(let others): others.flatMap(\.limits)
        default: []
        }
    }
}

/// What a number, a duration or a moment may still be.
private struct QuantityRoom {
    /// The bounds, and whether they may be reached; nil for none.
    private var least: (quantity: Quantity, isIn: Bool)?
    private var most: (quantity: Quantity, isIn: Bool)?

    /// Nil of a Shape whose values are not more or less than others.
    init?(_ shape: Shape) {
        switch shape.kind {
        case .integer(let range):
            (least, most) = ((.integer(range.lowerBound), true), (.integer(range.upperBound), true))
        case .number(let range):
            (least, most) = ((.number(range.lowerBound), true), (.number(range.upperBound), true))
        case .duration(let range):
            (least, most) = ((.duration(range.lowerBound), true), (.duration(range.upperBound), true))
        case .timestamp: break
        default: return nil
        }
    }

    mutating func narrow(_ order: Likeness.Order, _ limit: Quantity) {
        let isIn = order == .from || order == .upTo
        switch order {
        case .above, .from:
            if let least, limit.isBefore(least.quantity) ?? true { return }
            least = (limit, isIn && (least.map { $0.quantity.isBefore(limit) ?? true || $0.isIn } ?? true))
        case .below, .upTo:
            if let most, most.quantity.isBefore(limit) ?? true { return }
            most = (limit, isIn && (most.map { limit.isBefore($0.quantity) ?? true || $0.isIn } ?? true))
        }
    }

    var isEmpty: Bool {
        guard let least, let most else { return false }
        if most.quantity.isBefore(least.quantity) ?? false { return true }
        let areSame = !(least.quantity.isBefore(most.quantity) ?? true)
        return areSame && !(least.isIn && most.isIn)
    }
}
