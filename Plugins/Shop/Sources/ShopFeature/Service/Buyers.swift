internal import FeatureKit

// Guests buy as well: what they have belongs to the key of their device, until somebody signs in on it.
extension ShopService {
    /// The key of who buys, to whom first moves what they put into the cart and bought as a guest of this device.
    func buyer(_ call: Call, in tx: StoreTransaction) throws -> String {
        let key = try key(of: call)
        if let device = device(of: call) { try move(from: device, to: key, tx) }
        return key
    }

    /// Reads what a buyer has; something is written only where they have just signed in.
    func read<Result: Sendable>(
        by call: Call, _ body: @escaping @Sendable (StoreSnapshot, String) throws -> Result
    ) async throws -> Result {
        let key = try key(of: call)
        if let device = device(of: call) {
            let isNew = try await store.read { snapshot in
                try snapshot.first(carts, where: [.equals("owner", device)]) != nil
                    || snapshot.first(orders, where: [.equals("buyer", device)]) != nil
            }
            if isNew { try await store.transaction { tx in try move(from: device, to: key, tx) } }
        }
        return try await store.read { snapshot in try body(snapshot, key) }
    }

    private func key(of call: Call) throws(ShopRefusal) -> String {
        guard let key = call.caller.key, key.count <= 256 else { throw .nobody }
        return key
    }

    /// The device on which somebody has signed in.
    private func device(of call: Call) -> String? {
        guard call.caller.isSignedIn, let device = call.caller.device, device != call.caller.key else { return nil }
        return device
    }

    private func move(from device: String, to person: String, _ tx: StoreTransaction) throws {
        if let guest = try tx.first(carts, where: [.equals("owner", device)]) {
            try tx.update(carts, where: [.equals("owner", person)], or: Cart(owner: person, changed: clock.now)) {
                $0.take(guest.document, at: clock.now)
            }
            try tx.delete(carts, guest.id)
        }
        for order in try tx.query(orders, where: [.equals("buyer", device)], limit: 100).items {
            var moved = order.document
            (moved.buyer, moved.isGuest) = (person, false)
            try tx.put(orders, moved, id: order.id)
            for payment in try tx.query(payments, where: [.equals("order", order.id)], limit: 100).items {
                var paid = payment.document
                paid.buyer = person
                try tx.put(payments, paid, id: payment.id)
            }
        }
        for owned in try tx.query(entitlements, where: [.equals("person", device)], limit: 100).items {
            var moved = owned.document
            moved.person = person
            let stored = try tx.put(entitlements, moved, id: owned.id)
            publish(owned.document, isOver: true, tx)
            publish(stored.document, tx)
        }
    }
}
