internal import FeatureKit
internal import Mail
internal import NotificationsContracts
internal import Replay
internal import WebClient
internal import WebPush

/// Brings people what they must hear.
@Module struct Notifications: Feature {
    /// Whether news that is not important is mailed as well, where no browser takes it.
    static let mailAsWell = Flag(
        "notifications.mail-as-well", default: false,
        "Whether news that is not important is mailed to people of whom no browser takes it.")

    private static let routes = [
        NotificationService.sendingRoutes, NotificationService.inboxRoutes, NotificationService.choiceRoutes,
        NotificationService.announcementRoutes, NotificationService.speechRoutes, NotificationService.staffRoutes,
    ]
    static let contracts =
        NotificationService.contracts + routes.flatMap(\.contracts) + [
            .queues(ChannelJob.queue), .queues(DigestJob.queue), .evaluates(mailAsWell), .requests(.accountContact),
            .requests(.roleHolders),
            .requests(.ticketLink), .reads(.trackNotices),
        ]
    static let refusals: [any Refusal.Type] = [NotificationRefusal.self]

    func run() async throws {
        let service = try await NotificationService(settings, context)
        // A notice replaces the one before, so that of many only the newest counts.
        let notices = try context.bus.messages(on: .trackNotices, overflow: .dropOldest(1_000))
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        try await service.announceWhatHolds()
        let (jobs, digests) = (try context.store.jobs(ChannelJob.queue), try context.store.jobs(DigestJob.queue))
        context.ready()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // What sends goes on until the deliveries that were begun have ended.
            group.addTask { try await service.channels.run() }
            group.addTask {
                await withTaskGroup { group in
                    group.addTask { await service.cleanUpEveryHour() }
                    group.addTask { await service.followTrack(notices) }
                    group.addTask { await service.followDeadlines() }
                    group.addTask { [context] in
                        await context.untilStopped()
                        service.streams.end()
                    }
                    group.addTask { [context] in
                        await digests.run(on: context.clock, log: context.log) { try await service.perform($0) }
                    }
                    group.addTask { [settings, context] in
                        await jobs.run(
                            on: context.clock, log: context.log, atOnce: settings.atOnce,
                            ended: { attempt, end, tx in try service.record(attempt, end, tx) }
                        ) { try await service.perform($0) }
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

extension Notifications {
    @Record struct Settings: Equatable {
        /// The address by which people reach this host, such as https://circuit.example; without it mails have no link to
        /// unsubscribe.
        @Text(8...255) var address: String?
        /// How mails are sent.
        var mail: MailSettings = MailSettings()
        /// How browsers are told; without it they are not.
        var push: PushSettings?
        /// How much reaches a person beside the inbox; the rest comes in a digest.
        var limit: PersonLimit = PersonLimit()
        /// How many deliveries are under way at once.
        @In(1...500) var atOnce = 16
        /// How often an emergency is announced again to those who have not confirmed it.
        @In(.seconds(5) ... .seconds(3_600)) var remindEvery: Duration = .seconds(30)
        /// How long notifications, inboxes and the log of deliveries are kept.
        @In(.seconds(3_600) ... .seconds(31_536_000)) var keep: Duration = .seconds(2_592_000)
    }
}

@Record struct MailSettings: Equatable {
    /// Whether a server without TLS is accepted.
    enum Encryption: String, CaseIterable, Shaped { case required, possible, none }

    /// The sender's address.
    @Text(3...254) var from = "circuit@circuit.example"
    /// The sender's name.
    @Text(1...100) var name: String?
    /// The mail server, such as smtp://mail.circuit.example:587 or smtps://…; without it mails are written to the folder.
    @Text(8...255) var server: String?
    /// Whether STARTTLS is required.
    var encryption: Encryption = .required
    /// The user at the server.
    @Text(1...255) var user: String?
    /// The user's password.
    var password: Secret?
    /// The folder that mails are written to as .eml files where there is no server.
    var folder: FilePath = "mails"
}

@Record struct PushSettings: Equatable {
    /// The private key of P-256 by which push services know this host, 32 bytes in base64url.
    var key: Secret
    /// Where a push service complains: mailto:… or https://….
    @Text(9...255) var contact: String
    /// Whether a push service on this machine may be told over http, which is for tests.
    var allowsLocal = false
}

extension Notifications: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if !MailAddress(settings.mail.from).isValid {
            problems.append(
                SettingsProblem(
                    at: ValuePath([.member("mail"), .member("from")]), "\"\(settings.mail.from)\" is no mail address"))
        }
        if let server = settings.mail.server, !server.hasPrefix("smtp://"), !server.hasPrefix("smtps://") {
            problems.append(
                SettingsProblem(
                    at: ValuePath([.member("mail"), .member("server")]), "must begin with smtp:// or smtps://"))
        }
        if settings.mail.password != nil, settings.mail.user == nil {
            problems.append(SettingsProblem(at: ValuePath([.member("mail"), .member("password")]), "needs a user"))
        }
        if let push = settings.push,
            WebPush(privateKey: push.key, contact: push.contact, sender: WebSender(publicOnly: true)) == nil
        {
            problems.append(
                SettingsProblem(
                    "push", "needs a key of P-256, 32 bytes in base64url, and a contact as mailto: or https:"))
        }
        if let address = settings.address, !address.hasPrefix("https://"), !address.hasPrefix("http://") {
            problems.append(SettingsProblem("address", "must begin with https:// or http://"))
        }
        return problems
    }
}
