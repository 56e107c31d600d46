public import FeatureKit
public import Money

/// A purchase in the App Store, as Apple has signed it.
public struct SignedTransaction: Sendable, Equatable {
    /// What tells the purchase from every other one.
    public let id: String
    /// The first purchase of which this one is a renewal or was restored.
    public let originalID: String
    /// The product's id at the App Store.
    public let product: String
    /// When it was bought.
    public let bought: Timestamp
    /// When it is over, where it is a subscription.
    public let expires: Timestamp?
    /// When Apple took it back.
    public let revoked: Timestamp?
    /// How many were bought.
    public let quantity: Int64
    /// What it cost, in thousandths of the currency.
    public let price: Int64?
    /// The currency's code of ISO 4217.
    public let currency: String?
    /// What the app named the person by.
    public let account: String?

    /// What it cost in minor units of its currency, where Apple says both.
    public var paid: Money? {
        guard let price, let currency else { return nil }
        return Money(minor: price / [0: 1_000, 3: 1][Money.decimals(of: currency), default: 10], currency: currency)
    }

    /// Reads what StoreKit hands an app, where a root that is trusted vouches for it.
    public init(_ text: String, _ settings: AppStoreSettings) throws(AppStoreProblem) {
        let payload = try SignedData(text, settings.rootCertificates ?? []).payload
        func field<Content>(_ name: String, _ content: Content?) throws(AppStoreProblem) -> Content {
            guard let content else { throw .field(name) }
            return content
        }
        let bundle = try field("bundleId", payload.text("bundleId"))
        guard bundle == settings.bundle else { throw .bundle(String(bundle.prefix(155))) }
        let environment = try field("environment", payload.text("environment"))
        guard environment == settings.environment.rawValue else { throw .environment(String(environment.prefix(50))) }
        id = try field("transactionId", payload.text("transactionId"))
        originalID = try field("originalTransactionId", payload.text("originalTransactionId"))
        product = try field("productId", payload.text("productId"))
        bought = try field("purchaseDate", payload.milliseconds("purchaseDate"))
        (expires, revoked) = (payload.milliseconds("expiresDate"), payload.milliseconds("revocationDate"))
        quantity = payload.integer("quantity") ?? 1
        (price, currency) = (payload.integer("price"), payload.text("currency"))
        account = payload.text("appAccountToken")
        guard 1...64 ~= id.count, 1...64 ~= originalID.count, 1...200 ~= product.count, 1...100 ~= quantity else {
            throw .field("transactionId")
        }
    }
}

/// What the App Store reports about a purchase by itself (App Store Server Notifications V2).
public struct StoreNotification: Sendable, Equatable {
    /// What tells it from every other one.
    public let id: String
    /// What happened, such as REFUND.
    public let type: String
    /// More of what happened, such as VOLUNTARY.
    public let subtype: String?
    /// The purchase as it is now; absent where it is about none.
    public let transaction: SignedTransaction?

    /// Reads the `signedPayload` of a notification, where a root that is trusted vouches for it and its purchase.
    public init(_ signedPayload: String, _ settings: AppStoreSettings) throws(AppStoreProblem) {
        let payload = try SignedData(signedPayload, settings.rootCertificates ?? []).payload
        guard let id = payload.text("notificationUUID"), let type = payload.text("notificationType") else {
            throw .field("notificationType")
        }
        (self.id, self.type, subtype) = (id, type, payload.text("subtype"))
        if let signed = payload["data"]?.text("signedTransactionInfo") {
            transaction = try SignedTransaction(signed, settings)
        } else {
            transaction = nil
        }
    }
}
