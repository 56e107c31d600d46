internal import FeatureKit

/// The numbers or the times that pass a clause.
struct ClauseSpan {
    private struct End {
        let value: Operand
        /// Whether the value itself passes.
        let isIn: Bool
    }

    /// Times are texts too, so that they are nothing to numbers.
    private let isTime: Bool
    private let low: End?
    private let high: End?

    init?(_ clause: Clause) {
        let value = Operand(number: clause.operand)
        var (low, high): (End?, End?)
        switch (clause.test, clause.operand) {
        case (.gt, _): low = value.map { End(value: $0, isIn: false) }
        case (.gte, _): low = value.map { End(value: $0, isIn: true) }
        case (.lt, _): high = value.map { End(value: $0, isIn: false) }
        case (.lte, _): high = value.map { End(value: $0, isIn: true) }
        case (.between, .list(let ends)) where ends.count == 2:
            low = Operand(number: ends[0]).map { End(value: $0, isIn: true) }
            high = Operand(number: ends[1]).map { End(value: $0, isIn: true) }
            if low == nil || high == nil { return nil }
        case (.after, _): low = (try? ProgramBuilder.time(clause)).map { End(value: .integer($0), isIn: false) }
        case (.before, _): high = (try? ProgramBuilder.time(clause)).map { End(value: .integer($0), isIn: false) }
        default: break
        }
        if low == nil, high == nil { return nil }
        isTime = clause.test == .before || clause.test == .after
        (self.low, self.high) = (low, high)
    }

    /// Whether everything in it is in another one.
    func lies(in other: ClauseSpan) -> Bool {
        isTime == other.isTime && Self.isWithin(low, other.low, sign: 1) && Self.isWithin(high, other.high, sign: -1)
    }

    /// Whether something is in both of them.
    func meets(_ other: ClauseSpan) -> Bool {
        isTime != other.isTime || (Self.areInOrder(low, other.high) && Self.areInOrder(other.low, high))
    }

    private static func isWithin(_ end: End?, _ other: End?, sign: Int) -> Bool {
        guard let other else { return true }
        guard let end, let order = end.value.order(to: other.value) else { return false }
        return order * sign > 0 || (order == 0 && (other.isIn || !end.isIn))
    }

    private static func areInOrder(_ low: End?, _ high: End?) -> Bool {
        guard let low, let high, let order = low.value.order(to: high.value) else { return true }
        return order < 0 || (order == 0 && low.isIn && high.isIn)
    }
}
