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
    /// Keeps what the shop grants, and forgets what it takes back; what comes together in one transaction.
    func keep(_ messages: Messages<Grant>) async {
        var iterator = messages.makeAsyncIterator()
        while let batch = await iterator.nextBatch() {
            // The last word on a grant is what holds.
            let newest = Dictionary(batch.map(\.payload).map { ([$0.person, $0.grant], $0) }) { $1 }
            do {
                try await store.transaction { tx in for grant in newest.values { try keep(grant, tx) } }
            } catch {
                log.error("what the shop granted could not be kept", [("because", "\(error)")])
            }
        }
    }

    private func keep(_ grant: Grant, _ tx: StoreTransaction) throws {
        let conditions: [StoreCondition] = [.equals("person", grant.person), .equals("grant", grant.grant)]
        if grant.isOver {
            try tx.delete(grants, where: conditions)
        } else {
            let new = KeptGrant(person: grant.person, grant: grant.grant)
            try tx.update(grants, where: conditions, or: new) { $0.until = grant.until }
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
