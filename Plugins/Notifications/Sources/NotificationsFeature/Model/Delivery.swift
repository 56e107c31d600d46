internal import FeatureKit
internal import NotificationsContracts

/// The channels that people choose, and operators' webhooks.
enum DeliveryChannel: String, CaseIterable, Shaped { case push, mail, webhook }

/// What came of bringing a notification to somebody by a channel.
@Record
@Collection(
    "deliveries", .on(\.notice), .on(\.at), .on(\.channel, \.at), .on(\.outcome, \.at), person: .deletes(\.person))
struct Delivery: Equatable {
    enum Outcome: String, CaseIterable, Shaped { case delivered, failed, refused, gone, expired, withdrawn }

    /// The notification's id.
    @Public @Text(1...128) let notice: String
    /// To whom.
    @Public @Text(1...256) let person: String?
    /// To which webhook.
    @Public @Text(1...50) let webhook: String?
    /// What it was about.
    @Public @Text(1...64) let kind: String
    /// Which channel; absent where none was left.
    @Public let channel: DeliveryChannel?
    /// Who brought it, where it is a push.
    @Public let service: PushAddress.Service?
    /// What came of it.
    @Public let outcome: Outcome
    /// Why, or the receipt.
    @Public @Text(0...500) let reason: String?
    /// When.
    @Public let at: Timestamp

    init(
        _ job: ChannelJob, _ outcome: Outcome, _ reason: String?, by channel: DeliveryChannel? = nil,
        _ service: PushAddress.Service? = nil, at now: Timestamp
    ) {
        (notice, person, webhook, kind) = (job.notice, job.person, job.webhook, job.kind)
        (self.channel, self.service, self.outcome, at) = (channel, service, outcome, now)
        self.reason = reason.map { String($0.prefix(500)) }
    }
}

/// Bringing a notification to a person, to a mail address or to a webhook.
@Record struct ChannelJob: Equatable {
    static let queue = JobQueue<ChannelJob>("channels")
    /// Those that wait for nothing else.
    static let emergencies = JobQueue<ChannelJob>("emergencies")
    static let webhooks = JobQueue<ChannelJob>("webhooks")
    static let queues = [queue, emergencies, webhooks]
    static func queue(for level: NotificationRecord.Level) -> JobQueue<ChannelJob> {
        level == .emergency ? emergencies : queue
    }

    /// The notification's id.
    @Text(1...128) let notice: String
    /// What it is about.
    @Text(1...64) let kind: String
    /// The person.
    @Text(1...256) var person: String?
    /// The webhook.
    @Text(1...50) var webhook: String?
    /// The channels that are left, in the order in which they are tried.
    @Count(0...8) let channels: [DeliveryChannel]
    /// Whether it is taken back where it is shown.
    var isWithdrawal = false
    /// When what a webhook is told happened.
    var at: Timestamp?
}
