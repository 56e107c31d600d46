internal import FeatureKit

/// A code that makes orders cheaper.
@Record @Collection("promotions", .unique(\.code))
struct Promotion: Equatable {
    /// What customers type, in capitals.
    @Public @Editable @Text(2...30) var code: String
    /// How many hundredths of a per cent it takes off.
    @Public @Editable @In(1...10_000) var percent: Int?
    /// How much it takes off, in minor units.
    @Public @Editable @In(1...100_000_000) var amount: Int64?
    /// The products that get cheaper; all where none is listed.
    @Public @Editable @Count(0...100) var products: [ID<Product>] = []
    /// How many orders of one person it is good for.
    @Public @Editable @In(1...1_000_000) var perPerson: Int?
    /// How many orders it is good for.
    @Public @Editable @In(1...10_000_000) var most: Int?
    /// From when it is good.
    @Public @Editable var from: Timestamp?
    /// Until when it is good.
    @Public @Editable var until: Timestamp?
    /// How many orders have it that were not cancelled.
    @Public var uses = 0

    /// Whether it is good at a moment.
    func isGood(at now: Timestamp) -> Bool {
        (from ?? now) <= now && until.map { now < $0 } ?? true && uses < (most ?? .max)
    }
}
