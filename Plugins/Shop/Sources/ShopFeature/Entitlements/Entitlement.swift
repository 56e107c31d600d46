internal import FeatureKit

/// What somebody owns since they bought a product that grants it.
@Record
@Collection("entitlements", .on(\.person, \.grant), .on(\.order), .on(\.endedAt), person: .deletes(\.person))
struct Entitlement: Equatable {
    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var person: String
    /// What is granted.
    @Public @Text(1...100) var grant: String
    /// The order that it was bought with.
    @Public var order: ID<Order>
    /// Since when.
    @Public var since: Timestamp
    /// Until when; for good where there is none.
    @Public var until: Timestamp?
    /// When it was taken back.
    var endedAt: Timestamp?
}
