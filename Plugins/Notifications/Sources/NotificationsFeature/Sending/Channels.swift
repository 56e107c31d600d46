internal import Delivery
internal import FeatureKit
internal import Mail
internal import NotificationsContracts
internal import Replay
internal import WebClient
internal import WebPush

/// What sends: a mail server or a folder of mails, and browsers' push services.
struct Channels: Sendable {
    private enum Mailer {
        case server(SMTPMail)
        case folder(MailFolder)
    }

    /// To addresses that the settings name.
    private let own = WebSender(publicOnly: false)
    /// To addresses that people hand in.
    private let others: WebSender
    private let mailer: Mailer
    private let settings: Notifications.Settings
    let push: WebPush?
    /// The channels that failed when they were used last.
    private let failing = Lock<Set<Channel>>([])

    /// - Throws: `NotificationsProblem` where a key is none.
    init(_ settings: Notifications.Settings) throws {
        self.settings = settings
        others = WebSender(publicOnly: settings.push?.allowsLocal != true)
        let mail = settings.mail
        if let address = mail.server {
            var server = SMTPServer(address)
            (server.user, server.password) = (mail.user, mail.password)
            server.startTLS =
                switch mail.encryption {
                case .required: .required
                case .possible: .optional
                case .none: .none
                }
            mailer = .server(SMTPMail(by: server, sender: own))
        } else {
            mailer = .folder(MailFolder(mail.folder.text))
        }
        guard let push = settings.push else {
            self.push = nil
            return
        }
        self.push = WebPush(privateKey: push.key, contact: push.contact, sender: others)
        guard self.push != nil else {
            throw NotificationsProblem(description: "push.key is no key of P-256, 32 bytes in base64url")
        }
    }

    /// Logs where a channel begins to fail, and where it works again.
    func note(_ outcome: DeliveryOutcome?, of channel: Channel, _ log: Log) {
        switch outcome {
        case .retry(_, let reason):
            guard failing.withLock({ $0.insert(channel).inserted }) else { return }
            log.warning(
                "a channel fails; what goes by it is tried again",
                [("channel", channel.rawValue), ("because", "\(reason)")])
        case .delivered:
            guard failing.withLock({ $0.remove(channel) }) != nil else { return }
            log.info("a channel works again", [("channel", channel.rawValue)])
        default: break
        }
    }

    /// Sends until it is cancelled.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await own.run() }
            group.addTask { try await others.run() }
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
        let sender = settings.mail
        var message = MailMessage(
            from: MailAddress(sender.from, name: sender.name), to: MailAddress(address),
            subject: MailText.line(text.title),
            text: MailText.plain(text.body, unsubscribe: unsubscribe, in: language), date: notice.at,
            id: "\(MailText.id(of: notification.id))@\(sender.from.drop { $0 != "@" }.dropFirst())")
        message.html = MailText.html(title: text.title, text.body, unsubscribe: unsubscribe, in: language)
        if unsubscribe?.hasPrefix("https://") == true { message.unsubscribe = unsubscribe }
        message.language = language
        switch mailer {
        case .server(let server): return await server.deliver(message)
        case .folder(let folder): return await folder.deliver(message)
        }
    }

    /// A notification shown by a browser, or taken back there.
    func push(
        _ notice: Notice, isWithdrawn: Bool, to address: PushAddress, in language: String?, now: Timestamp
    ) async -> DeliveryOutcome {
        guard let push else { return .refused(.account("this host tells no browsers")) }
        let isLocal = settings.push?.allowsLocal == true
        guard
            let subscription = PushSubscription(
                endpoint: address.endpoint, p256dh: address.p256dh, auth: address.auth, allowsLocalHTTP: isLocal)
        else { return .gone(.invalid("subscription")) }
        let notification = notice.notification
        let text = notification.text(in: language)
        let shown = PushText(
            id: notification.id, kind: notification.kind, level: notification.level, title: text.title,
            body: String(text.body.prefix(1_500)), isWithdrawn: isWithdrawn)
        var message = PushMessage(Array(shown.json.utf8), lifetime: now.duration(to: notification.until))
        message.urgency = notification.level == .info ? .normal : .high
        // One that was not shown yet is replaced where it is taken back.
        message.collapseKey = notification.collapse ?? notification.id
        return await push.deliver(message, to: subscription, now: now)
    }
}

/// Why the module can't run.
struct NotificationsProblem: Error, CustomStringConvertible { let description: String }

/// What an app's service worker is told.
@Record struct PushText: Equatable {
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
    /// Whether it is to be closed where it is shown.
    let isWithdrawn: Bool
}
