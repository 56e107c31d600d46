internal import AppStore
internal import Calendars
internal import Delivery
internal import FeatureKit
internal import Payments
internal import Receipts
internal import WebClient
internal import Webhooks

extension Shop {
    @Record struct Settings: Equatable {
        /// The time zone that decides what a day is.
        @Text(1...64) var zone = "Europe/Madrid"
        /// The currency of all prices, by its code of ISO 4217.
        @Text(3...3) var currency = "EUR"
        /// Who sells, for receipts.
        var seller: Seller = Seller()
        /// The language of receipts.
        @Live var language: Language = .es
        /// How long stock is reserved for an order that is being paid.
        @Live @In(.seconds(10) ... .seconds(86_400)) var reserve: Duration = .seconds(600)
        /// How many orders somebody may have that are not paid yet.
        @Live @In(1...1_000) var mostUnpaid = 5
        /// How long a slot to pick up is.
        @Live @In(.seconds(60) ... .seconds(7_200)) var slot: Duration = .seconds(600)
        /// How far ahead slots are offered.
        @Live @In(.seconds(600) ... .seconds(86_400)) var slotsAhead: Duration = .seconds(14_400)
        /// How long a cart is kept that nobody changes.
        @Live @In(.seconds(3_600) ... .seconds(31_536_000)) var keepCarts: Duration = .seconds(2_592_000)
        /// How long orders, receipts and the ledger are kept; the law says how long at least.
        @Live @In(.seconds(86_400) ... .seconds(946_080_000)) var keep: Duration = .seconds(189_388_800)
        /// Who takes the money.
        var payment: PaymentSettings = PaymentSettings()
        /// Programs of the operator that are told what becomes of orders.
        @Count(0...20) var webhooks: [WebhookSettings] = []
        /// Whether an empty store is filled with a stand to try.
        var demo = false
    }

    enum Language: String, CaseIterable, Shaped { case es, en }
}

/// Who takes the money: the test processor, unless Stripe is set up.
@Record struct PaymentSettings: Equatable {
    /// Whether play money is taken, by methods such as test-succeeds; by default where no real money is.
    var test: Bool?
    /// The account at Stripe that takes the money.
    var stripe: StripeSettings?
    /// The app whose purchases in Apple's App Store count.
    var appStore: AppStoreSettings?

    /// Whether play money is taken: customers must not choose it where real money is taken.
    var takesPlayMoney: Bool { test ?? (stripe == nil && appStore == nil) }
}

extension Shop: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        do throws(ZoneProblem) { _ = try Zones().zone(settings.zone) } catch {
            problems.append(SettingsProblem("zone", "\(error)"))
        }
        if !settings.currency.allSatisfy({ ("A"..."Z").contains($0) }) {
            problems.append(SettingsProblem("currency", "is a code of three capitals, such as EUR"))
        }
        if let stripe = settings.payment.stripe, !WebAddress.isValid(stripe.address, allowsLocalHTTP: true) {
            let path = ValuePath([.member("payment"), .member("stripe"), .member("address")])
            problems.append(SettingsProblem(at: path, "needs an address as https:, or http: on this machine"))
        }
        if settings.payment.appStore.map({ $0.rootCertificates == nil }) ?? false {
            let path = ValuePath([.member("payment"), .member("appStore"), .member("roots")])
            problems.append(SettingsProblem(at: path, "are certificates in PEM, or base64 of their DER"))
        }
        return problems + settings.webhooks.problems
    }
}
