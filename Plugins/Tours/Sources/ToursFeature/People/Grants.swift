internal import FeatureKit
internal import ShopContracts

/// What the shop granted somebody, which holds also while the shop is off.
@Record @Collection("grants", .on(\.person, \.grant), person: .deletes(\.person))
struct KeptGrant: Equatable {
    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var person: String
    /// What is granted.
    @Text(1...100) var grant: String
    /// Until when; for good where there is none.
    var until: Timestamp?
}

extension ToursService {
    /// Keeps what the shop granted, or forgets what it took back.
    func keep(_ grant: Grant) async {
        do {
            try await store.transaction { tx in
                let conditions: [StoreCondition] = [.equals("person", grant.person), .equals("grant", grant.grant)]
                if grant.isOver {
                    if let known = try tx.first(grants, where: conditions) { try tx.delete(grants, known.id) }
                } else {
                    let new = KeptGrant(person: grant.person, grant: grant.grant, until: grant.until)
                    try tx.update(grants, where: conditions, or: new) { $0.until = grant.until }
                }
            }
        } catch {
            log.error("what the shop granted could not be kept", [("because", "\(error)")])
        }
    }

    /// Refuses where somebody may not walk all of a route.
    func checkBought(_ route: Stored<TourRoute>, _ call: Call) async throws {
        guard let grant = route.document.grant, try await !mayWalk(route, call) else { return }
        throw ToursRefusal.notBought(grant: grant)
    }

    /// Whether somebody may walk all of a route: it is free, theirs, or was bought.
    func mayWalk(_ route: Stored<TourRoute>, _ call: Call) async throws -> Bool {
        guard let grant = route.document.grant, !call.owns(route.document.author, orHas: "staff") else { return true }
        guard let person = call.caller.key else { return false }
        let (now, owners) = (clock.now, [person, call.caller.device].compactMap(\.self))
        let isKept = try await store.read { snapshot in
            try owners.contains { owner in
                try snapshot.all(grants, where: [.equals("person", owner), .equals("grant", grant)])
                    .contains { $0.document.until.map { now < $0 } ?? true }
            }
        }
        if isKept { return true }
        // What was just bought may not have been told yet.
        do {
            return try await bus.request(
                .shopEntitled, EntitlementQuery(person: person, grant: grant), within: .seconds(2)
            ).isOwned
        } catch {
            throw ToursRefusal.shopDown
        }
    }
}
