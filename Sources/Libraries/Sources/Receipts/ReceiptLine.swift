public import FeatureKit
public import Money

/// What was sold or, below zero, given back.
@Record public struct ReceiptLine: Equatable {
    /// What it was, with its options.
    @Text(1...2_000) public var name: String
    /// How many; below zero where they were given back.
    @In(-99...99) public var quantity: Int
    /// The amount in minor units, with the tax.
    @In(-1_000_000_000_000...1_000_000_000_000) public var total: Int64
    /// The rate of the tax in hundredths of a per cent.
    @In(0...10_000) public var vat: Int
}

extension [ReceiptLine] {
    /// Lines that give an amount back: one for each rate of these lines, in proportion to what they cost.
    public func givingBack(_ amount: Int64, named name: String, in currency: String) throws(MoneyProblem)
        -> [ReceiptLine]
    {
        let rates = Dictionary(grouping: self, by: \.vat).map { (vat: $0, total: $1.reduce(0) { $0 + $1.total }) }
            .filter { $0.total > 0 }.sorted { $0.vat < $1.vat }
        let parts = try Money(minor: amount, currency: currency).split(by: rates.map(\.total))
        return zip(rates, parts).filter { $1.minor > 0 }.map { rate, part in
            ReceiptLine(name: name, quantity: -1, total: -part.minor, vat: rate.vat)
        }
    }
}

/// Who sells, as receipts have to say.
@Record public struct Seller: Equatable {
    /// The name of the company.
    @Text(1...200) public var name = "Flagstand"
    /// Its number for the tax office.
    @Text(1...30) public var taxID = "B00000000"
    /// Its address.
    @Text(0...300) public var address = ""
}
