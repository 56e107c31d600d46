public import FeatureKit

/// An amount of money in whole minor units of its currency, such as cents.
@Record public struct Money: Hashable {
    /// The amount in minor units.
    @In(-1_000_000_000_000_000...1_000_000_000_000_000) public var minor: Int64
    /// The currency's code of ISO 4217, such as EUR.
    @Text(3...3) public var currency: String

    /// How many decimals amounts of a currency have.
    public static func decimals(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
            "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }

    /// The sum of two amounts of one currency.
    public func plus(_ other: Money) throws(MoneyProblem) -> Money {
        guard other.currency == currency else { throw .currencies(currency, other.currency) }
        return try Money(checking: Int128(minor) + Int128(other.minor), currency)
    }

    /// The sum of amounts of one currency; nothing of it where there are none.
    public static func sum(_ amounts: [Money], in currency: String) throws(MoneyProblem) -> Money {
        var sum = Money(minor: 0, currency: currency)
        for amount in amounts { sum = try sum.plus(amount) }
        return sum
    }

    /// So many times the amount.
    public func times(_ count: Int) throws(MoneyProblem) -> Money {
        try Money(checking: Int128(minor) * Int128(count), currency)
    }

    /// A part of the amount, rounded to the nearest minor unit and a half away from zero.
    public func share(_ percent: Percent) throws(MoneyProblem) -> Money {
        try Money(checking: Self.rounded(Int128(minor) * Int128(percent.hundredths), by: 10_000), currency)
    }

    /// The amount split in proportion to weights that are not negative, with nothing lost: the parts add up to the amount.
    ///
    /// Each part is rounded towards zero; the minor units that are left go to the parts that lost most, the first of equals.
    public func split(by weights: [Int64]) throws(MoneyProblem) -> [Money] {
        let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
        guard total > 0, weights.allSatisfy({ $0 >= 0 }) else { throw .weights }
        let shares = weights.map { (Int128(minor.magnitude) * Int128($0)).quotientAndRemainder(dividingBy: total) }
        let left = Int(Int128(minor.magnitude) - shares.reduce(0) { $0 + $1.quotient })
        // The sort is stable, so the first of equals stays the first.
        let roundedUp = Set(shares.indices.sorted { shares[$0].remainder > shares[$1].remainder }.prefix(left))
        var parts: [Money] = []
        for (index, share) in shares.enumerated() {
            let part = share.quotient + (roundedUp.contains(index) ? 1 : 0)
            parts.append(try Money(checking: minor < 0 ? -part : part, currency))
        }
        return parts
    }

    /// What a discount takes from each line: it is rounded once for all of them, and split in proportion to them.
    public static func discount(_ percent: Percent, on lines: [Money], in currency: String) throws(MoneyProblem)
        -> [Money]
    {
        let sum = try Money.sum(lines, in: currency)
        guard lines.allSatisfy({ $0.minor >= 0 }) else { throw .weights }
        guard sum.minor > 0 else { return lines }
        return try sum.share(percent).split(by: lines.map(\.minor))
    }

    init(checking minor: Int128, _ currency: String) throws(MoneyProblem) {
        guard minor.magnitude <= 1_000_000_000_000_000 else { throw .tooLarge }
        self.init(minor: Int64(minor), currency: currency)
    }

    /// A quotient, rounded to the nearest whole number and a half away from zero.
    static func rounded(_ numerator: Int128, by denominator: Int128) -> Int128 {
        (2 * numerator + (numerator < 0 ? -denominator : denominator)) / (2 * denominator)
    }
}

/// A percentage from 0 to 100 with two decimals.
public struct Percent: Hashable, Sendable {
    /// The percentage times 100.
    public let hundredths: Int

    /// A percentage; nil outside of 0 to 100.
    public init?(hundredths: Int) {
        guard 0...10_000 ~= hundredths else { return nil }
        self.hundredths = hundredths
    }
}

/// Why money can't be computed or read.
public enum MoneyProblem: Error, Equatable, CustomStringConvertible {
    case currencies(String, String)
    case tooLarge
    /// None of the parts to split among is larger than zero, or one is smaller.
    case weights
    case notAnAmount(String)

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .currencies(let one, let other): "\(one) and \(other) can't be added"
        case .tooLarge: "an amount has at most 1,000,000,000,000,000 minor units"
        case .weights: "there must be something to split among, and nothing negative"
        case .notAnAmount(let text): "\"\(text)\" is not an amount"
        }
    }
}
