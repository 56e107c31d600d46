internal import Delivery
internal import FeatureKit
internal import NotificationsContracts
internal import WebClient
internal import Webhooks

/// A program of the operator that is told what is sent.
@Record struct WebhookSettings: Equatable {
    /// What tells it from the others.
    @Text(1...50) var name: String
    /// Where it is posted: https, or http on this machine.
    @Text(8...2_048) var address: String
    /// What it is signed with: whsec_ and 24 to 64 bytes in base64.
    var secret: Secret
    /// The kinds it gets, such as bars.booking, bars.* or *.
    @Text(1...64) @Count(1...100) var kinds: [String]

    func takes(_ kind: String) -> Bool {
        kinds.contains { $0.hasSuffix("*") ? kind.hasPrefix($0.dropLast()) : kind == $0 }
    }

    /// What posts to it; nil where the address or the secret is none.
    func sending(by sender: WebSender) -> Webhook? {
        Webhook(address, secret: secret, allowsLocalHTTP: true, sender: sender)
    }
}

/// What a webhook is told, by the names that Standard Webhooks uses.
@Record struct WebhookEvent: Equatable {
    /// What happened.
    enum Event: String, CaseIterable, Shaped {
        case sent = "notification.sent"
        case withdrawn = "notification.withdrawn"
    }

    /// What happened.
    var type: Event
    /// When it happened.
    var timestamp: Timestamp
    /// The notification without its ticket; where the ticket's link would stand in its texts, the titles alone.
    var data: NotificationRecord

    init(_ job: ChannelJob, _ notice: Notice) {
        type = job.isWithdrawal ? .withdrawn : .sent
        timestamp = job.at ?? notice.at
        data = notice.notification
        guard data.ticket != nil else { return }
        data.ticket = nil
        data.texts = data.texts.mapValues { NotificationText(title: $0.title) }
    }
}

extension NotificationService {
    /// How long a webhook that does not answer is posted to again.
    private static let webhookPatience = Duration.seconds(86_400)

    /// Has a notification, or that it was withdrawn, posted to each webhook of its kind.
    func enqueueForWebhooks(_ notice: Notice, isWithdrawal: Bool, _ tx: StoreTransaction) throws {
        let (sent, now) = (notice.notification, clock.now)
        for webhook in settings.webhooks where webhook.takes(sent.kind) {
            let job = ChannelJob(
                notice: sent.id, kind: sent.kind, webhook: webhook.name, channels: [.webhook],
                isWithdrawal: isWithdrawal, at: now)
            do throws(StoreError) {
                try tx.enqueue(
                    job, in: ChannelJob.webhooks, id: "\(webhook.name) \(isWithdrawal) \(sent.id)", key: webhook.name,
                    person: notice.person, until: now.advanced(by: Self.webhookPatience))
            } catch {
                // A webhook that is down must not keep people from being told.
                guard error.code == .full else { throw error }
                try tx.insert(deliveries, Delivery(job, .refused, "too many wait", by: .webhook, at: now))
            }
        }
    }
}
