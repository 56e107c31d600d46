internal import Calendars
internal import FeatureKit
internal import Pickup

extension ShopService {
    /// How many of the point's last orders tell how fast it is.
    private static let mostPaces = 20

    /// When an order would be ready: after those before it, as fast as the point has been lately.
    ///
    /// - Parameter order: Which order; one that is made now where there is none.
    func estimate(
        at point: Stored<PointOfSale>, for order: Stored<Order>? = nil, _ snapshot: StoreSnapshot
    ) throws -> Timestamp {
        let now = clock.now
        if let ready = order?.document.moment(of: .ready) { return ready }
        let due = order?.document.due ?? now
        let before: [StoreCondition] = [
            .equals("point", point.key), .among("state", [Order.State.paid, .preparing]),
            order == nil ? .upTo("due", due) : .below("due", due),
        ]
        let queue = try snapshot.count(orders, where: before)
        let wait = try pace(of: point, snapshot) * (queue + 1)
        return max(now.advanced(by: wait), order?.document.slot ?? now)
    }

    /// How long it is from one order that is ready to the next, while there is work.
    private func pace(of point: Stored<PointOfSale>, _ snapshot: StoreSnapshot) throws -> Duration {
        let done = try snapshot.query(
            orders, where: [.equals("point", point.key), .among("state", [Order.State.ready, .delivered])],
            order: .descending(by: "due"), limit: Self.mostPaces
        ).items.compactMap { order -> (begun: Timestamp, ready: Timestamp)? in
            guard let begun = order.document.moment(of: .paid), let ready = order.document.moment(of: .ready) else {
                return nil
            }
            return (begun, ready)
        }
        return KitchenPace.pace(of: done, usual: point.document.pace)
    }

    /// The beginnings of the slots that have room at a point.
    func freeSlots(at point: Stored<PointOfSale>, _ snapshot: StoreSnapshot) throws -> [Timestamp] {
        let booked = try snapshot.all(
            orders,
            where: [
                .equals("point", point.key), .among("state", [Order.State.pending, .paid, .preparing, .ready]),
                .from("due", clock.now),
            ])
        let slots = PickupSlots(
            length: settings.slot, ahead: settings.slotsAhead, most: point.document.ordersPerSlot)
        return slots.free(at: clock.now, taken: booked.compactMap(\.document.slot)) { slot in
            point.document.hours.map { $0.end(at: slot, in: zones) != nil } ?? true
        }
    }
}
