internal import Calendars
internal import Codes
internal import FeatureKit
internal import NotificationsContracts
internal import Payments
internal import ShopContracts
internal import Texts
internal import WebClient
internal import Webhooks

/// What all routes share: collections, the catalogue in memory, what people follow, deadlines.
///
/// What has to hold together is decided inside one transaction; what lies in memory follows once it is committed.
@Resources struct ShopService: Sendable {
    let store: Store
    let blobs: Blobs
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let products: StoredCollection<Product>
    let stock: StoredCollection<StockLevel>
    let points: StoredCollection<PointOfSale>
    let promotions: StoredCollection<Promotion>
    let carts: StoredCollection<Cart>
    let orders: StoredCollection<Order>
    let orderNumbers: StoredCollection<OrderNumber>
    let payments: StoredCollection<Payment>
    let refunds: StoredCollection<Refund>
    let testPayments: StoredCollection<TestPayment>
    let ledger: StoredCollection<LedgerEntry>
    let openings: StoredCollection<LedgerOpening>
    let receipts: StoredCollection<Receipt>
    let series: StoredCollection<ReceiptSeries>
    let entitlements: StoredCollection<Entitlement>
    let demoSeeded: StoredValue<DemoSeeded>
    let granted: Publisher<Grant>

    let sender: WebSender
    let texts: TextCatalogue
    let current: Lock<Shop.Settings>
    let zones: Zones
    let zone: Zone
    let processors: [ProcessorName: any PaymentProcessor]
    let deadlines: Deadlines<Due>
    let catalogue: Catalogue
    /// The last change of each point's queue, for those who follow it.
    let queueChanges: LiveState<ID<PointOfSale>, Int>
    /// Each order that somebody follows.
    let live: LiveState<ID<Order>, Order.View>

    init(_ settings: Shop.Settings, _ context: FeatureContext) throws {
        let zones = Zones()
        let testPayments = try context.store.collection(TestPayment.documents)
        var processors: [ProcessorName: any PaymentProcessor] = [:]
        let sender = WebSender(publicOnly: false)
        if settings.payment.takesPlayMoney {
            processors[.test] = TestProcessor(
                store: context.store, payments: testPayments, confirmingAt: "/api/v1/shop/test-payments")
        }
        processors[.stripe] = settings.payment.stripe.map { StripePayments($0, sender: sender) }
        try self.init(
            context, sender: sender,
            texts: TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt]),
            current: Lock(settings), zones: zones, zone: zones.zone(settings.zone), processors: processors,
            deadlines: Deadlines(on: context.clock),
            catalogue: Catalogue(currency: settings.currency, on: context.clock),
            queueChanges: LiveState(on: context.clock),
            live: LiveState(on: context.clock))
    }

    /// The settings as they are now.
    var settings: Shop.Settings { current.withLock { $0 } }

    /// The day by the clock of the shop.
    func day(at moment: Timestamp) -> String { zone.day(at: moment).description }

    /// Does something with orders in one transaction; what depends on it follows the commit.
    func transact<Result: Sendable>(
        by call: Call? = nil, _ body: @escaping @Sendable (OrderTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction { tx in try body(OrderTransaction(self, tx, by: call)) }
    }
}
