internal import Delivery
internal import FeatureKit
internal import WebClient
internal import Webhooks

/// An order in a new state, for one webhook.
@Record struct WebhookJob: Equatable {
    static let queue = JobQueue<WebhookJob>("webhooks")
    /// How long a webhook is told again and again.
    static let patience = Duration.hours(72)

    /// The name of the webhook in the settings.
    @Text(1...50) var webhook: String
    /// What happened, such as shop.order.paid.
    @Text(1...64) var kind: String
    /// When it happened.
    var at: Timestamp
    /// The order as it was then.
    var order: Order.View
}

/// What a webhook is sent.
@Record struct OrderHook: Equatable {
    /// What happened, such as shop.order.paid.
    var type: String
    /// When it happened.
    var timestamp: Timestamp
    /// The order as it was then, without its code.
    var data: Order.View
}

extension OrderTransaction {
    /// Queues an order for webhooks, in the order of its states.
    func enqueueForWebhooks(_ order: Stored<Order>) throws {
        let kind = "shop.order.\(order.document.state.rawValue)"
        for webhook in settings.webhooks where webhook.takes(kind) {
            try tx.enqueue(
                WebhookJob(webhook: webhook.name, kind: kind, at: now, order: order.kitchenView), in: WebhookJob.queue,
                id: "\(webhook.name) \(order.id) \(order.version)", key: "\(webhook.name) \(order.id)",
                person: order.document.buyer, until: now.advanced(by: WebhookJob.patience))
        }
    }
}

extension ShopService {
    /// Tells a webhook of an order once.
    func deliver(_ attempt: JobAttempt<WebhookJob>) async throws {
        let job = attempt.job
        guard let webhook = settings.webhooks.first(where: { $0.name == job.webhook })?.sending(by: sender) else {
            throw JobFailure.giveUp("the settings name no webhook \(job.webhook)")
        }
        let body = OrderHook(type: job.kind, timestamp: job.at, data: job.order)
        let id = attempt.id.map { $0 == " " ? "-" : $0 }
        switch await webhook.deliver(Array(body.json.utf8), id: String(id), now: clock.now) {
        case .delivered: break
        case .retry(let pause, let reason): throw JobFailure.retry("\(reason)", after: pause)
        case .gone(let reason), .refused(let reason): throw JobFailure.giveUp("\(reason)")
        }
    }
}
