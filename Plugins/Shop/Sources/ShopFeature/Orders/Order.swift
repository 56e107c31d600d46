internal import FeatureKit

/// What somebody ordered.
@Record
@Collection(
    "orders", .on(\.buyer, \.made), .on(\.buyer, \.state), .on(\.point, \.state, \.due), .on(\.point, \.date),
    .on(\.state, \.reservedUntil),
    .on(\.promotion, \.buyer), .on(\.keepUntil), .unique(\.claim),
    person: .anonymises(\.buyer, clearing: \.note, \.seat))
struct Order: Equatable {
    enum State: String, CaseIterable, Shaped {
        /// Its stock is reserved until it is paid.
        case pending
        case paid, preparing, ready, delivered, cancelled
        /// It was paid, and everything was given back.
        case refunded
    }

    /// The number that is called out; unique at its point on its day.
    @Public @Text(1...20) var number: String
    /// The key of who ordered; absent once that account is deleted.
    @Text(1...256) var buyer: String?
    /// Where it is prepared.
    @Public var point: ID<PointOfSale>
    /// The name of the point.
    @Public @Text(1...100) var pointName: String
    /// The day by the clock of the shop.
    @Public @Text(10...10) var date: String
    /// What became of it so far.
    @Public var state: State
    /// What was ordered, as it was named and priced then.
    @Public @Count(1...50) var lines: [OrderLine]
    /// The currency of all amounts.
    @Public @Text(3...3) var currency: String
    /// What is paid for it, in minor units, with the tax and after the discount.
    @Public @In(0...1_000_000_000_000) var total: Int64
    /// How much the promotion took off.
    @Public @In(0...1_000_000_000_000) var discount: Int64 = 0
    /// The promotion.
    var promotion: ID<Promotion>?
    /// How much was given back.
    @Public @In(0...1_000_000_000_000) var refunded: Int64 = 0
    /// What the kitchen should know.
    @Public @Text(1...300) var note: String?
    /// The seat that it is brought to.
    @Public @Text(1...50) var seat: String?
    /// When it is picked up; as soon as possible where there is none.
    @Public var slot: Timestamp?
    /// When the kitchen has to have it ready: its slot or, as soon as possible, when it was made.
    @Public var due: Timestamp
    /// The code that it is picked up with; the kitchen and webhooks are not told it.
    @Public @Text(4...12) var pickupCode: String?
    /// Until when its stock is reserved, while it is not paid.
    @Public var reservedUntil: Timestamp?
    /// When it was made.
    @Public var made: Timestamp
    /// When it came to each state.
    @Public @Count(0...20) var history: [OrderStep] = []
    /// The reason why it was cancelled.
    @Public @Text(1...200) var why: String?
    /// The number of its receipt.
    @Public @Text(1...30) var receipt: String?
    /// Unique key: the point, the day and the number.
    @Text(1...200) var claim: String
    /// Whether it was cancelled since nobody paid it in time.
    var isExpired = false
    /// Whether a guest made it, who has no inbox.
    var isGuest = false
    /// Until when the law wants it kept.
    var keepUntil: Timestamp
    /// When it will be ready, as far as the queue tells.
    @Public var estimate: Timestamp? { nil }

    var isOpen: Bool { [.pending, .paid, .preparing, .ready].contains(state) }
}

/// What was ordered of one product in one form.
@Record struct OrderLine: Equatable {
    /// What tells it from the order's other lines.
    @Text(1...40) var id: String
    var product: ID<Product>
    /// The name of the product.
    @Text(1...100) var name: String
    /// Which variant.
    @Text(1...20) var variant: String?
    /// The names of the variant and the extras.
    @Text(1...50) @Count(0...31) var options: [String] = []
    /// How many.
    @In(1...99) var quantity: Int
    /// What one costs, in minor units.
    @In(0...1_000_000_000) var unitPrice: Int64
    /// What all of them cost, after the discount.
    @In(0...1_000_000_000_000) var total: Int64
    /// The rate of the value-added tax in hundredths of a per cent.
    @In(0...10_000) var vat: Int
    /// How old somebody has to be to be given it.
    @In(1...99) var minimumAge: Int?
    /// What its buyer is granted.
    @Text(1...100) var grants: String?
    /// What the kitchen should know.
    @Text(1...200) var note: String?
    /// Whether its stock is counted, and so given back.
    var isCounted = false
    /// How many were given back for their money.
    @In(0...99) var refundedQuantity = 0
}

/// When an order came to a state.
@Record struct OrderStep: Equatable {
    /// The state.
    var state: Order.State
    /// When it was.
    var at: Timestamp
}

/// How many orders a point has numbered on a day.
@Record @Collection("order-numbers")
struct OrderNumber: Equatable {
    /// The last number.
    @In(0...1_000_000_000) var last = 0
}
