internal import FeatureKit

/// What somebody is about to order.
@Record @Collection("carts", .unique(\.owner), .on(\.changed), person: .deletes(\.owner))
struct Cart: Equatable {
    static let mostLines = 50

    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var owner: String
    /// Where it is picked up.
    var point: ID<PointOfSale>?
    /// What is in it.
    @Count(0...50) var lines: [CartLine] = []
    /// What the kitchen should know.
    @Text(1...300) var note: String?
    /// The code of a promotion.
    @Text(2...30) var promotion: String?
    /// When it was changed last.
    var changed: Timestamp
}

/// So many of one product in one form.
@Record struct CartLine: Equatable {
    static let mostQuantity = 99

    /// What tells it from the cart's other lines.
    @Text(1...40) var id: String
    /// Which product.
    var product: ID<Product>
    /// Which of its variants.
    @Text(1...20) var variant: String?
    /// The extras, in the order of the product's.
    @Text(1...20) @Count(0...30) var extras: [String] = []
    /// How many.
    @In(1...99) var quantity: Int
    /// What the kitchen should know.
    @Text(1...200) var note: String?
    /// What one cost when the customer saw it last, in minor units.
    @In(0...1_000_000_000) var seenPrice: Int64

    /// Whether both are the same product in the same form, with the same wish.
    func isSame(as other: CartLine) -> Bool {
        (product, variant, note) == (other.product, other.variant, other.note) && extras == other.extras
    }
}
