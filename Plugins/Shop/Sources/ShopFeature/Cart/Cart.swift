internal import Baskets
internal import FeatureKit

/// What somebody is about to order.
@Record @Collection("carts", .unique(\.owner), .on(\.changed), person: .deletes(\.owner))
struct Cart: Equatable {
    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var owner: String
    /// Where it is picked up.
    var point: ID<PointOfSale>?
    /// What is in it.
    @Count(0...50) var lines: [BasketLine] = []
    /// What the kitchen should know.
    @Text(1...300) var note: String?
    /// The code of a promotion.
    @Text(2...30) var promotion: String?
    /// When it was changed last.
    var changed: Timestamp
}
