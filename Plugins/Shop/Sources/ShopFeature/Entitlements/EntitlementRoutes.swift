internal import FeatureKit
internal import ShopContracts

@Routes("shop", as: "entitlementRoutes") extension ShopService {
    /// Tells other modules whether a person owns what a product grants.
    @Serves(.shopEntitled)
    func entitled(_ query: EntitlementQuery, _ call: Call) async throws -> EntitlementStatus {
        // What a guest bought moves to the person who is asked about, where it is they who ask.
        if call.caller.isSignedIn, call.caller.key == query.person { try await read(by: call) { _, _ in } }
        let now = clock.now
        return try await store.read { snapshot in
            let owned = try snapshot.all(
                entitlements, where: [.equals("person", query.person), .equals("grant", query.grant)]
            ).map(\.document).first { $0.isHeld(at: now) }
            let sold = try snapshot.first(products, where: [.equals("grants", query.grant)])?.document.isActive ?? false
            return EntitlementStatus(
                isOwned: owned != nil, since: owned?.since, until: owned?.until, order: owned?.order.text, isSold: sold)
        }
    }

    /// What the caller owns.
    @Get("/entitlements", .everyone)
    func ownEntitlements(_ call: Call) async throws -> EntitlementList {
        let now = clock.now
        return try await read(by: call) { snapshot, person in
            let owned = try snapshot.all(entitlements, where: [.equals("person", person)])
            return EntitlementList(items: owned.filter { $0.document.isHeld(at: now) }.map(\.view))
        }
    }
}

/// What somebody owns.
@Record struct EntitlementList: Equatable {
    /// Each of it.
    var items: [Entitlement.View]
}

extension Entitlement {
    /// Whether it was neither taken back nor is over.
    func isHeld(at now: Timestamp) -> Bool { endedAt == nil && until.map { now < $0 } ?? true }
}

extension Grant {
    init(_ owned: Entitlement) {
        self.init(
            person: owned.person, grant: owned.grant, since: owned.since, until: owned.until, order: owned.order.text,
            isOver: owned.endedAt != nil)
    }
}

extension ShopService {
    /// Tells others once the transaction is on the disk who was granted what.
    func publish(_ owned: Entitlement, isOver: Bool = false, _ tx: StoreTransaction) {
        var grant = Grant(owned)
        if isOver { grant.isOver = true }
        tx.publish(grant, on: granted)
    }
}

extension OrderTransaction {
    /// Grants the buyer of an order what its products grant.
    func grant(_ order: Order, _ id: ID<Order>) throws {
        guard let buyer = order.buyer else { return }
        for grant in Set(order.lines.compactMap(\.grants)).sorted() {
            let owned = Entitlement(person: buyer, grant: grant, order: id, since: now)
            try tx.insert(service.entitlements, owned)
            service.publish(owned, tx)
        }
    }

    /// Takes back what an order granted for lines that were given back whole.
    func revoke(of order: Order, _ id: ID<Order>) throws {
        let kept = order.lines.filter { order.refunded < order.total && $0.refundedQuantity < $0.quantity }
            .compactMap(\.grants)
        for stored in try tx.all(service.entitlements, where: [.equals("order", id)])
        where stored.document.endedAt == nil && !kept.contains(stored.document.grant) {
            var owned = stored.document
            owned.endedAt = now
            try tx.put(service.entitlements, owned, id: stored.id)
            // Another order may grant it as well.
            let others = try tx.all(
                service.entitlements, where: [.equals("person", owned.person), .equals("grant", owned.grant)])
            if let other = others.first(where: { $0.document.isHeld(at: now) }) {
                service.publish(other.document, tx)
            } else {
                service.publish(owned, tx)
            }
        }
    }
}
