internal import Delivery
public import FeatureKit
public import WebClient

/// Something that happened, for one webhook.
@Record public struct WebhookJob: Equatable {
    /// The queue of the module that tells webhooks.
    public static let queue = JobQueue<WebhookJob>("webhooks")
    /// How long a webhook is told again and again.
    static let patience = Duration.hours(72)

    /// The name of the webhook in the settings.
    @Text(1...50) public var webhook: String
    /// What happened, such as shop.order.paid.
    @Text(1...64) public var kind: String
    /// When it happened.
    public var at: Timestamp
    /// What it happened to, in JSON.
    @Text(1...500_000) public var data: String

    /// What the webhook is sent.
    var body: [UInt8] {
        Array("{\"type\":\(Value.text(kind).json),\"timestamp\":\(Value.text("\(at)").json),\"data\":\(data)}".utf8)
    }
}

extension [WebhookSettings] {
    /// Queues something that happened for those that take its kind, in the order of what has the same key.
    ///
    /// - Parameters:
    ///   - id: What tells it from all others, for receivers that are told it twice.
    ///   - person: Whose deletion ends it.
    public func enqueue(
        _ kind: String, _ data: some Shaped, id: String, key: String, person: String?, at now: Timestamp,
        in tx: StoreTransaction
    ) throws {
        for webhook in self where webhook.takes(kind) {
            try tx.enqueue(
                WebhookJob(webhook: webhook.name, kind: kind, at: now, data: data.json), in: WebhookJob.queue,
                id: "\(webhook.name) \(id)", key: "\(webhook.name) \(key)", person: person,
                until: now.advanced(by: WebhookJob.patience))
        }
    }

    /// Tells a webhook once.
    public func deliver(_ attempt: JobAttempt<WebhookJob>, by sender: WebSender, now: Timestamp) async throws {
        guard let webhook = first(where: { $0.name == attempt.job.webhook })?.sending(by: sender) else {
            throw JobFailure.giveUp("the settings name no webhook \(attempt.job.webhook)")
        }
        let id = String(attempt.id.map { $0 == " " || $0 == "." ? "-" : $0 })
        switch await webhook.deliver(attempt.job.body, id: id, now: now) {
        case .delivered: break
        case .retry(let pause, let reason): throw JobFailure.retry("\(reason)", after: pause)
        case .gone(let reason), .refused(let reason): throw JobFailure.giveUp("\(reason)")
        }
    }

    /// What is wrong with them where they are the field `webhooks` of a module's settings.
    public var problems: [SettingsProblem] {
        let sender = WebSender(publicOnly: true)
        var problems: [SettingsProblem] = []
        for (index, webhook) in enumerated() {
            if webhook.sending(by: sender) == nil {
                problems.append(
                    SettingsProblem("webhooks", index, "needs an address as https:, and a secret as whsec_ and base64"))
            }
            if prefix(index).contains(where: { $0.name == webhook.name }) {
                problems.append(SettingsProblem("webhooks", index, "another one is called \"\(webhook.name)\""))
            }
        }
        return problems
    }
}
