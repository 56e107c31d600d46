public import FeatureKit

/// Asks whether a person owns what a product grants.
@Record public struct EntitlementQuery: Equatable {
    /// The key of the caller.
    @Text(1...256) public var person: String
    /// What is granted, such as tours.route:old-town.
    @Text(1...100) public var grant: String
}

/// Whether a person owns what a product grants.
@Record public struct EntitlementStatus: Equatable {
    /// Whether they own it now.
    public var isOwned: Bool
    /// Since when.
    public var since: Timestamp?
    /// Until when; for good where there is none.
    public var until: Timestamp?
    /// The order that it was bought with.
    @Text(1...64) public var order: String?
    /// Whether the shop sells it at all.
    public var isSold: Bool
}

extension Route where Request == EntitlementQuery, Reply == EntitlementStatus {
    /// Tells whether a person owns what a product grants.
    public static var shopEntitled: Self {
        .init(forModules: "shop.entitled", summary: "Tells whether a person owns what a product grants.")
    }
}

/// What somebody was granted, or no longer is.
@Record @Topic("shop.grants", retain: .latest(per: "person", "grant", until: "isOver", most: 100_000))
public struct Grant: Equatable {
    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) public var person: String
    /// What is granted.
    @Text(1...100) public var grant: String
    /// Since when.
    public var since: Timestamp
    /// Until when; for good where there is none.
    public var until: Timestamp?
    /// The order that it was bought with.
    @Text(1...64) public var order: String
    /// Whether it was taken back.
    public var isOver: Bool
}
