import FeatureKit

/// Texts that YAML reads as numbers: a postal code, a version, a colour.
extension FlagReader {
    /// Says of each number that is not written as numbers are what became of it.
    mutating func remarkOddNumbers(in node: Node) {
        switch node.content {
        case .scalar(let scalar):
            guard let number = scalar.numberReadOddly else { return }
            add(.oddNumber(scalar.raw, read: number), at: node.mark, severity: .warning)
        case .sequence(let nodes): for node in nodes { remarkOddNumbers(in: node) }
        case .mapping(let entries): for entry in entries { remarkOddNumbers(in: entry.value) }
        }
    }
}

extension Scalar {
    /// The number that it is read as, where that loses something of how it is written: `01234`, `0x1F`, `2.10`.
    fileprivate var numberReadOddly: String? {
        guard style == .plain else { return nil }
        switch value {
        case .integer(let integer): return raw == "\(integer)" ? nil : "\(integer)"
        case .number(let number) where number.isFinite:
            let digits = raw.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let isPadded = digits.count == 2 && digits[1].utf8.count > 1 && raw.utf8.last == UInt8(ascii: "0")
            let leads = raw.utf8.first == UInt8(ascii: "0") && digits[0].utf8.count > 1
            return isPadded && !raw.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } || leads ? "\(number)" : nil
        default: return nil
        }
    }
}
