internal import FeatureKit

extension Clause {
    /// Whether everyone who passes this clause passes another one.
    ///
    /// What can't be told is no.
    func implies(_ other: Clause) -> Bool {
        guard attribute == other.attribute else { return false }
        if test == other.test, operand == other.operand { return true }
        if other.isPresence(true) { return isPositive }
        if isPresence(false) { return other.isTurned }
        if let set = oneOf, let otherSet = other.oneOf { return set.allSatisfy { otherSet.holds($0) } }
        if let set = noneOf, let otherSet = other.noneOf { return otherSet.allSatisfy { set.holds($0) } }
        if let span, let otherSpan = other.span { return span.lies(in: otherSpan) }
        guard test == other.test, let texts, let otherTexts = other.texts else { return false }
        switch test {
        case .startsWith: return texts.allSatisfy { text in otherTexts.contains { text.utf8.starts(with: $0.utf8) } }
        case .endsWith:
            return texts.allSatisfy { text in
                otherTexts.contains { text.utf8.reversed().starts(with: $0.utf8.reversed()) }
            }
        case .contains, .inNoCase, .containsNoCase, .startsWithNoCase, .endsWithNoCase:
            return texts.allSatisfy { otherTexts.contains($0) }
        case .notInNoCase: return otherTexts.allSatisfy { texts.contains($0) }
        case .inCIDR:
            let blocks = otherTexts.compactMap { $0.run { AddressBlock($0) } }
            return texts.allSatisfy { text in
                text.run { AddressBlock($0) }.map { block in blocks.contains { $0.contains(block) } } ?? false
            }
        default: return false
        }
    }

    /// Whether nobody passes both this clause and another one.
    ///
    /// What can't be told is no.
    func excludes(_ other: Clause) -> Bool {
        guard attribute == other.attribute else { return false }
        if isPresence(false) { return other.isPositive }
        if let set = oneOf, let otherSet = other.noneOf { return set.allSatisfy { otherSet.holds($0) } }
        if let span, let otherSpan = other.span { return !span.meets(otherSpan) }
        return false
    }

    private func isPresence(_ isThere: Bool) -> Bool { test == .exists && operand == .boolean(isThere) }

    /// Whether it holds for someone who lacks the attribute.
    private var isTurned: Bool {
        switch test {
        case .not, .notIn, .notInNoCase: true
        case .exists: operand == false
        default: false
        }
    }

    /// Whether it holds for nobody who lacks the attribute.
    private var isPositive: Bool { !isTurned }

    /// The values of which one is wanted.
    private var oneOf: [Value]? {
        switch (test, operand) {
        case (.eq, let value): [value]
        case (.in, .list(let list)): list
        default: nil
        }
    }

    /// The values of which none is wanted.
    private var noneOf: [Value]? {
        switch (test, operand) {
        case (.not, let value): [value]
        case (.notIn, .list(let list)): list
        default: nil
        }
    }

    private var texts: [String]? {
        let values = if case .list(let list) = operand { list } else { [operand] }
        let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return texts.count == values.count ? texts : nil
    }

    private var span: ClauseSpan? { ClauseSpan(self) }
}

extension [Value] {
    /// Whether a scalar is among them; of numbers the amount counts.
    fileprivate func holds(_ value: Value) -> Bool {
        contains { $0 == value || Operand(number: $0).flatMap { Operand(number: value)?.order(to: $0) } == 0 }
    }
}

extension AddressBlock {
    /// Whether every address of another block lies in it.
    fileprivate func contains(_ other: AddressBlock) -> Bool { other.prefix >= prefix && contains(other.base) }
}

extension Operand {
    /// A number; nil for anything else.
    init?(number: Value) {
        switch number {
        case .integer(let integer): self = .integer(integer)
        case .number(let number): self = .number(number)
        default: return nil
        }
    }
}
