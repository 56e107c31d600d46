internal import Delivery
internal import FeatureKit
internal import NotificationsContracts
internal import Webhooks

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
                    person: notice.person, until: now.advanced(by: .hours(24)))
            } catch {
                // A webhook that is down must not keep people from being told.
                guard error.code == .full else { throw error }
                try tx.insert(deliveries, Delivery(job, .refused, "too many wait", by: .webhook, at: now))
            }
        }
    }
}
