internal import AppPush
internal import FeatureKit
internal import Mail
internal import NotificationsContracts
internal import WebClient
internal import WebPush
internal import Webhooks

/// Brings people what they must hear.
@Module struct Notifications: Feature {
    /// Whether news that is not important is mailed as well, where no browser takes it.
    static let mailAsWell = Flag(
        "notifications.mail-as-well", default: false,
        "Whether news that is not important is mailed to people of whom no browser takes it.")

    private static let routes = [
        NotificationService.sendingRoutes, NotificationService.inboxRoutes, NotificationService.choiceRoutes,
        NotificationService.announcementRoutes, NotificationService.speechRoutes, NotificationService.staffRoutes,
        NotificationService.sampleRoutes,
    ]
    static let contracts =
        NotificationService.contracts + routes.flatMap(\.contracts) + ChannelJob.queues.map { .queues($0) } + [
            .queues(DigestJob.queue), .evaluates(mailAsWell),
            .requests(.accountContact), .requests(.roleHolders), .requests(.ticketLink), .reads(.trackNotices),
            .reads(NotificationSample.topic),
        ]
    static let refusals: [any Refusal.Type] = [NotificationRefusal.self]

    func run() async throws {
        let service = try await NotificationService(settings, context)
        // A notice replaces the one before, so that of many only the newest counts.
        let notices = try context.bus.messages(on: .trackNotices, overflow: .dropOldest(1_000))
        let samples = try context.bus.messages(on: NotificationSample.topic, overflow: .dropOldest(1_000))
        // Before anybody can withdraw any of it.
        try await service.announceWhatHolds()
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        let queues = try ChannelJob.queues.map { try context.store.jobs($0) }
        let digests = try context.store.jobs(DigestJob.queue)
        context.ready()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // What sends goes on until the deliveries that were begun have ended.
            group.addTask { try await service.channels.run() }
            group.addTask {
                await withTaskGroup { group in
                    group.addTask { await service.cleanUpEveryHour() }
                    group.addTask { await service.followTrack(notices) }
                    group.addTask { await service.followDeadlines() }
                    group.addTask { await service.followSamples(samples) }
                    group.addTask { [context] in
                        await context.untilStopped()
                        service.streams.end()
                    }
                    group.addTask { [context] in
                        await digests.run(on: context.clock, log: context.log) { try await service.perform($0) }
                    }
                    for jobs in queues {
                        group.addTask { [settings, context] in
                            await jobs.run(
                                on: context.clock, log: context.log, atOnce: settings.atOnce,
                                ended: { attempt, end, tx in try service.record(attempt, end, tx) }
                            ) { try await service.perform($0) }
                        }
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
        var push: WebPushSettings?
        /// How apps on Apple's devices are told; without it they are not.
        var apns: APNsSettings?
        /// How apps are told by Firebase Cloud Messaging; without it they are not.
        var fcm: FCMSettings?
        /// Programs of the operator that are told what is sent.
        @Count(0...20) var webhooks: [WebhookSettings] = []
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

extension Notifications: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        let sender = WebSender(publicOnly: true)
        var problems = settings.mail.problems.map {
            SettingsProblem(at: ValuePath([.member("mail"), .member($0.field)]), $0.sentence)
        }
        func check(_ isGood: Bool?, _ field: String, sentence: String) {
            if isGood == false { problems.append(SettingsProblem(field, sentence)) }
        }
        check(
            settings.push.map { $0.sending(by: sender) != nil }, "push",
            sentence: "needs a key of P-256, 32 bytes in base64url, and a contact as mailto: or https:")
        check(
            settings.apns.map { $0.sending(by: sender) != nil }, "apns",
            sentence: "needs a key of P-256 in PEM and a server as https:")
        check(
            settings.fcm.map { $0.sending(by: sender) != nil }, "fcm",
            sentence: "needs the JSON of a service account and a server as https:")
        check(
            settings.address.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") }, "address",
            sentence: "must begin with https:// or http://")
        return problems + settings.webhooks.problems
    }
}
