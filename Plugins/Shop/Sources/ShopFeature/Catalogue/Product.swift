internal import Baskets
internal import Calendars
internal import FeatureKit
internal import Media

/// What the shop sells.
@Record @Collection("products", .on(\.grants), .on(\.appStoreID))
struct Product: Equatable, Article {
    enum Kind: String, CaseIterable, Shaped { case food, merchandise }

    /// What has to be declared by Regulation (EU) 1169/2011.
    enum Allergen: String, CaseIterable, Shaped {
        case gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin
        case molluscs
    }

    /// The name of the product.
    @Public @Editable @Text(1...100) var name: String
    /// What it is.
    @Public @Editable @Text(0...2_000) var description = ""
    /// Whether it is food, for which allergens are declared, or merchandise.
    @Public @Editable var kind: Kind
    /// The category that it is listed under, such as drinks.
    @Public @Editable @Text(1...50) var category: String
    /// A picture for lists, as one character.
    @Public @Editable @Text(1...16) var emoji: String?
    /// The price in minor units, with the tax.
    @Public @Editable @In(0...100_000_000) var price: Int64
    /// The rate of the value-added tax in hundredths of a per cent, such as 1000 for 10 %.
    @Public @Editable @In(0...10_000) var vat: Int
    /// Of these the customer takes one, such as a size; none where the product has only one form.
    @Public @Editable @Count(0...20) var variants: [ArticleOption] = []
    /// Of these the customer takes as many as they like.
    @Public @Editable @Count(0...30) var extras: [ArticleOption] = []
    /// The allergens in it.
    @Public @Editable @Count(0...14) var allergens: [Allergen] = []
    /// How old somebody has to be to buy it.
    @Public @Editable @In(1...99) var minimumAge: Int?
    /// The points of sale that sell it; all of them where none is listed.
    @Public @Editable @Count(0...100) var points: [ID<PointOfSale>] = []
    /// The hours in which it is sold.
    @Public @Editable var hours: DailyHours?
    /// What its buyer is granted, such as tours.route:old-town.
    @Public @Editable @Text(1...100) var grants: String?
    /// What Apple's App Store calls it, where it is bought there.
    @Public @Editable @Text(1...200) var appStoreID: String?
    /// Whether it is for sale.
    @Public @Editable var isActive = true
    /// The facts of its image, which lies at `…/image`.
    @Public var image: StoredImage?
    /// The currency of its prices.
    @Public var currency: String { "" }
    /// What is in stock, of each variant or as a whole; empty where that is not counted.
    @Public var stock: [StockLevel] { [] }

    /// The blob of a product's image.
    static func image(of product: ID<Product>) -> String { "pictures/\(product)" }
}

/// How much of a product, or of one of its variants, can still be sold.
@Record @Collection("stock", .on(\.product))
struct StockLevel: Equatable {
    var product: ID<Product>
    /// Which of its variants; none where the product is counted as a whole.
    @Text(1...20) var variant: String?
    /// How many are left; what is reserved for orders is not among them.
    @In(0...10_000_000) var available: Int

    /// The key of its document.
    static func id(_ product: ID<Product>, _ variant: String?) -> ID<StockLevel> {
        ID(variant.map { "\(product)/\($0)" } ?? product.text)
    }

    /// The key of its document.
    var id: ID<StockLevel> { Self.id(product, variant) }
}
