/// The value-added tax in prices that include it, by rate.
///
/// The prices of a rate are added first, and its tax is rounded once: to the nearest minor unit, a half away from zero.
public struct VAT: Equatable, Sendable {
    /// What was sold at one rate.
    public struct Part: Equatable, Sendable {
        /// The rate.
        public let rate: Percent
        /// The prices with the tax.
        public let gross: Money
        /// The prices without the tax.
        public let net: Money
        /// The tax.
        public let tax: Money
    }

    /// The parts, the lowest rate first.
    public let parts: [Part]
    /// The sum of the parts.
    public let gross: Money, net: Money, tax: Money

    /// Computes the tax in prices of one currency.
    public init(in prices: [(gross: Money, rate: Percent)], currency: String) throws(MoneyProblem) {
        var parts: [Part] = []
        for (rate, prices) in Dictionary(grouping: prices, by: \.rate).sorted(by: {
            $0.key.hundredths < $1.key.hundredths
        }) {
            let gross = try Money.sum(prices.map(\.gross), in: currency)
            let net = Int64(Money.rounded(Int128(gross.minor) * 10_000, by: Int128(10_000 + rate.hundredths)))
            parts.append(
                Part(
                    rate: rate, gross: gross, net: Money(minor: net, currency: currency),
                    tax: Money(minor: gross.minor - net, currency: currency)))
        }
        gross = try Money.sum(parts.map(\.gross), in: currency)
        net = try Money.sum(parts.map(\.net), in: currency)
        tax = try Money.sum(parts.map(\.tax), in: currency)
        self.parts = parts
    }
}
