internal import AppPush
internal import Crypto
internal import Delivery
internal import FeatureKit
internal import Mail
internal import NotificationsContracts
internal import WebClient
internal import WebPush
internal import Webhooks

/// What sends: a mail server or a folder of mails, push services of browsers and phones, and webhooks.
struct Channels: Sendable {
    /// To addresses that the settings name.
    private let own = WebSender(publicOnly: false)
    /// To addresses that people hand in.
    private let others: WebSender
    private let mails = SMTPSender()
    private let mailer: @Sendable (MailMessage) async -> DeliveryOutcome
    private let settings: Notifications.Settings
    let push: WebPush?
    private let apns: APNs?
    private let fcm: FCM?
    private let webhooks: [String: Webhook]
    /// The channels, services and webhooks that failed when they were used last.
    private let failing = Lock<Set<String>>([])

    /// Sends by what has valid settings, which are checked before.
    init(_ settings: Notifications.Settings) {
        self.settings = settings
        others = WebSender(publicOnly: settings.push?.allowsLocal != true)
        mailer = settings.mail.mailer(by: mails)
        push = settings.push?.sending(by: others)
        apns = settings.apns?.sending(by: own)
        fcm = settings.fcm?.sending(by: own)
        webhooks = settings.webhooks.reduce(into: [:]) { [own] in $0[$1.name] = $1.sending(by: own) }
    }

    /// Whether devices are told by a service.
    func has(_ service: PushAddress.Service) -> Bool {
        [.web: push != nil, .apns: apns != nil, .fcm: fcm != nil][service] == true
    }

    /// The subscription of a browser; nil where it is none.
    func subscription(_ device: PushAddress) -> PushSubscription? {
        guard device.service == .web, let p256dh = device.p256dh, let auth = device.auth else { return nil }
        return PushSubscription(
            endpoint: device.address, p256dh: p256dh, auth: auth, allowsLocalHTTP: settings.push?.allowsLocal == true)
    }

    /// Logs where a channel begins to fail, and where it works again.
    func note(_ outcome: DeliveryOutcome, of channel: String, _ log: Log) {
        switch outcome {
        case .retry(_, let reason):
            guard failing.withLock({ $0.insert(channel).inserted }) else { return }
            log.warning(
                "a channel fails; what goes by it is tried again", [("channel", channel), ("because", "\(reason)")])
        case .delivered:
            guard failing.withLock({ $0.remove(channel) }) != nil else { return }
            log.info("a channel works again", [("channel", channel)])
        case .gone, .refused: break
        }
    }

    /// Sends until it is cancelled.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await own.run() }
            group.addTask { try await others.run() }
            group.addTask { try await mails.run() }
            try await group.waitForAll()
        }
    }

    /// A mail of a notification, sent once.
    func mail(
        _ notice: Notice, to address: String, in language: String?, link: Secret?, unsubscribe: String?
    ) async -> DeliveryOutcome {
        let notification = notice.notification
        var text = notification.text(in: language)
        if let link { text.body = text.body.replacing("{link}", with: link.reveal()) }
        return await mailer(
            message(text, notification.id, to: address, in: language, at: notice.at, unsubscribe: unsubscribe))
    }

    /// A text as it is mailed.
    func message(
        _ text: NotificationText, _ id: String, to address: String, in language: String?, at now: Timestamp,
        unsubscribe: String?
    ) -> MailMessage {
        let sender = settings.mail
        // A repeat has the same id.
        let id = Base64URL.text(Array(Hash.sha256(Array(id.utf8)).prefix(24)))
        var message = MailMessage(
            from: MailAddress(sender.from, name: sender.name), to: MailAddress(address), subject: "", text: "",
            date: now, id: "\(id)@\(sender.domain)")
        message.language = language
        let words = language?.hasPrefix("en") == true ? "No more mails about this" : "No recibir más correos sobre esto"
        message.write(title: text.title, text.body, foot: unsubscribe.map { (words, $0) })
        if unsubscribe?.hasPrefix("https://") == true { message.unsubscribe = unsubscribe }
        return message
    }

    /// A notification shown by a device, or taken back there.
    func push(
        _ notice: Notice, isWithdrawn: Bool, to device: Stored<PushAddress>, in language: String?, now: Timestamp
    ) async -> DeliveryOutcome {
        let (address, until) = (device.document, notice.notification.until)
        let shown = PushText(notice.notification, isWithdrawn: isWithdrawn, in: language)
        let outcome: DeliveryOutcome?
        switch address.service {
        case .web:
            guard let subscription = subscription(address) else { return .gone(.invalid("subscription")) }
            var message = PushMessage(Array(shown.json.utf8), lifetime: now.duration(to: until))
            message.urgency = shown.level == .info ? .normal : .high
            message.collapseKey = shown.shownAs
            outcome = await push?.deliver(message, to: subscription, now: now)
        case .apns:
            // A repeat has the same id.
            let id = Self.uuid(of: "\(device.id) \(shown.id) \(isWithdrawn)")
            outcome = await apns?.deliver(shown.message(until: until), to: address.address, id: id, now: now)
        case .fcm:
            outcome = await fcm?.deliver(shown.message(until: until), to: address.address, now: now)
        }
        return outcome ?? .refused(.account("this host tells no devices by \(address.service.rawValue)"))
    }

    /// A notification posted to a webhook.
    func post(_ job: ChannelJob, _ notice: Notice, now: Timestamp) async -> DeliveryOutcome {
        guard let name = job.webhook, let webhook = webhooks[name] else {
            return .refused(.account("there is no such webhook any more"))
        }
        let event = WebhookEvent(job, notice)
        // Ids of notifications may have dots, those of webhooks not.
        let id = Self.uuid(of: "\(name) \(job.notice) \(job.isWithdrawal)")
        return await webhook.deliver(Array(event.json.utf8), id: id, now: now)
    }

    /// The same for the same text.
    private static func uuid(of text: String) -> String {
        let digits = Array(Hex.text(Hash.sha256(Array(text.utf8)).prefix(16)))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}

/// What an app is told.
@Record struct PushText: Equatable {
    /// Push services take about 4 KB in all.
    private static let mostBody = 2_400

    /// The notification's id.
    let id: String
    /// What it is about.
    let kind: String
    /// How much it matters.
    let level: NotificationRecord.Level
    /// One line.
    let title: String
    /// The rest.
    let body: String
    /// What is shown once: the next one with the same replaces it, also where it was not shown yet.
    let shownAs: String
    /// Whether it is to be closed where it is shown.
    let isWithdrawn: Bool

    init(_ notification: NotificationRecord, isWithdrawn: Bool, in language: String?) {
        let text = notification.text(in: language)
        (id, kind, level) = (notification.id, notification.kind, notification.level)
        (title, shownAs, self.isWithdrawn) = (text.title, notification.collapse ?? notification.id, isWithdrawn)
        var body = text.body.prefix(1_500)
        while body.utf8.count > Self.mostBody { body = body.dropLast() }
        self.body = String(body)
    }

    /// The same for a phone.
    func message(until: Timestamp) -> AppMessage {
        var message = AppMessage(title: title, body: body, expires: until)
        message.data = [
            "id": id, "kind": kind, "level": level.rawValue, "shownAs": shownAs, "isWithdrawn": "\(isWithdrawn)",
        ]
        (message.isUrgent, message.isSilent, message.collapseKey) = (level != .info, isWithdrawn, shownAs)
        return message
    }
}
