internal import FeatureKit

// Guests buy as well: what they have belongs to the key of their device, until somebody signs in on it.
extension ShopService {
    /// The key of who buys, to whom first moves what they put into the cart and bought as a guest of this device.
    func buyer(_ call: Call, in tx: StoreTransaction) throws -> String {
        guard let key = call.caller.key, key.count <= 256 else { throw ShopRefusal.nobody }
        if call.caller.isSignedIn, let device = call.caller.device, device != key {
            try move(from: device, to: key, tx)
        }
        return key
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
            moved.buyer = person
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
