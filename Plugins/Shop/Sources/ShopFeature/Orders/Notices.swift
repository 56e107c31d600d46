internal import FeatureKit
internal import Money
internal import NotificationsContracts
internal import Texts

// What customers hear of their orders through Notifications; where that is off, orders go on.
extension OrderTransaction {
    /// How long it is worth hearing that something is ready, and other news.
    private static let worth = Duration.hours(6)

    /// Tells the customer what became of an order.
    func tell(_ stored: Stored<Order>) throws {
        let order = stored.document
        switch order.state {
        case .paid: try notify("paid", order, stored.key)
        case .ready: try notify("ready", order, stored.key, .important)
        case .cancelled where order.moment(of: .paid) != nil || order.isExpired:
            try notify("cancelled", order, stored.key, .important)
        case .delivered where order.history.contains { $0.state == .ready }:
            let id = noticeID("ready", stored.key)
            try send(Withdrawal(id: id), to: .notificationsWithdraw, id: "\(id) over", order, stored.key)
        default: break
        }
    }

    /// Tells the customer that money was given back.
    func tell(of refund: Refund, _ id: ID<Refund>, _ order: Order, _ key: ID<Order>) throws {
        try notify("refunded.\(id)", order, key, text: "refunded", amount: refund.amount)
    }

    private func noticeID(_ what: String, _ id: ID<Order>) -> String { "shop.\(id).\(what)" }

    private func notify(
        _ what: String, _ order: Order, _ id: ID<Order>, _ level: Notification.Level = .info, text: String? = nil,
        amount: Int64? = nil
    ) throws {
        guard let buyer = order.buyer, !order.isGuest else { return }
        var texts: [String: NotificationText] = [:]
        for language in service.texts.languages {
            let money = Money(minor: amount ?? order.total, currency: order.currency)
            let known: [String: TextParameter] = [
                "number": .text(order.number), "point": .text(order.pointName), "code": .text(order.pickupCode ?? ""),
                "amount": .text(money.text(MoneyStyle(rawValue: language) ?? .english)),
            ]
            func say(_ part: String, _ names: String...) throws -> String {
                try service.texts.text(
                    "\(text ?? what).\(part)", in: language, known.filter { names.contains($0.key) })
            }
            texts[language] =
                switch text ?? what {
                case "paid": try NotificationText(title: say("title", "number"), body: say("body", "point", "amount"))
                case "ready": try NotificationText(title: say("title", "number"), body: say("body", "point", "code"))
                case "refunded":
                    try NotificationText(title: say("title", "amount"), body: say("body", "number", "point"))
                default: try NotificationText(title: say("title", "number"), body: say("body", "point"))
                }
        }
        let notice = Notification(
            id: noticeID(what, id), to: Recipient(person: buyer), kind: "shop.order", level: level, texts: texts,
            collapseKey: id.text, until: now.advanced(by: Self.worth))
        try send(notice, to: .notificationsSend, id: notice.id, order, id)
    }

    private func send<Request, Reply>(
        _ request: Request, to route: Route<Request, Reply>, id: String, _ order: Order, _ key: ID<Order>
    ) throws(StoreError) {
        do throws(StoreError) {
            try tx.send(
                request, to: route, id: id, key: key.text, person: order.buyer, until: now.advanced(by: Self.worth))
        } catch {
            guard error.code == .full else { throw error }
            service.log.warning("too many notifications wait, so one is dropped")
        }
    }
}
