internal import Crypto
internal import FeatureKit
internal import NotificationsContracts

/// People sign in here, and keep a profile, a seat and preferences.
@Module struct Accounts: Feature {
    private static let routes = [
        AccountService.signInRoutes, AccountService.sessionRoutes, AccountService.profileRoutes,
        AccountService.ownAccountRoutes, AccountService.staffRoutes, AccountService.contactRoutes,
        AccountService.mailRoutes,
    ]
    static let contracts =
        AccountService.contracts + routes.flatMap(\.contracts) + [
            .queues(AccountService.mails), .sends(to: .notificationsSend), .publishes(NotificationSample.topic),
        ]
    static let refusals: [any Refusal.Type] = [AccountRefusal.self]

    func run() async throws {
        let service = try await AccountService(settings, context)
        try await service.cleanUp()
        try await service.publishAgain()
        let samples = try context.bus.publisher(on: NotificationSample.topic)
        for kind in MailKind.allCases {
            samples(NotificationSample(kind: kind.name, level: .important, texts: try kind.texts(service.texts)))
        }
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        context.ready()
        try await withThrowingTaskGroup { group in
            group.addTask { try await service.writeMails() }
            group.addTask { await service.cleanUpEveryHour() }
            try await group.waitForAll()
        }
    }
}

extension Accounts {
    @Record struct Settings: Equatable {
        enum Confirmation: String, CaseIterable, Shaped { case email, none }

        /// The claim iss of access tokens.
        @Text(1...255) var issuer: String
        /// Their claim aud.
        @Text(1...255) var audience: String
        /// The name of this issuer in the host's configuration, under access.
        @Text(1...64) var issuerName = "accounts"
        /// Whether a mail has to confirm an address before it has an account.
        var confirm: Confirmation = .email
        /// The address that links in mails open: that of an app, or of the page of this module as people reach the host.
        @Text(8...255) var link = "http://127.0.0.1:8080/api/v1/accounts/mail"
        /// Addresses whose owners are staff and admin once the address is confirmed.
        @Text(3...EmailAddress.longest) @Count(0...100) var admins: [String] = []
        /// What hashing a password costs.
        var hashing: HashingCost = HashingCost()
        /// How long sessions and keys last.
        var lifetimes: Lifetimes = Lifetimes()
        /// How many attempts are allowed.
        var limits: Limits = Limits()
    }
}

/// What one hash of a password costs; OWASP's minimum for argon2id is the floor.
@Record struct HashingCost: Equatable {
    /// How many MiB of memory a hash takes.
    @In(19...1024) var memory = 64
    /// How many passes it makes over that memory.
    @In(2...20) var passes = 3
    /// How many hashes are computed at the same time.
    @In(1...64) var atOnce = 2

    /// Whether a hash has another cost.
    func differs(from hash: String) -> Bool { Argon2id.needsRehash(hash, passes: passes, memory: memory << 20) }
}

@Record struct Lifetimes: Equatable {
    /// An access token.
    @In(.seconds(60) ... .seconds(3600)) var access: Duration = .seconds(900)
    /// A session that nobody uses.
    @In(.seconds(3600) ... .seconds(31_536_000)) var refresh: Duration = .seconds(2_592_000)
    /// Any session.
    @In(.seconds(3600) ... .seconds(31_536_000)) var session: Duration = .seconds(7_776_000)
    /// A key that signs access tokens.
    @In(.seconds(86_400) ... .seconds(31_536_000)) var keys: Duration = .seconds(2_592_000)
}

@Record struct Limits: Equatable {
    /// Wrong passwords for one account, from one network or one known device.
    @In(1...10_000) var account = 10
    /// Wrong passwords for all accounts, from one network.
    @In(1...100_000) var network = 50
    /// Wrong passwords for one account, from all unknown devices together.
    @In(1...100_000) var unknownDevices = 50
    /// Registrations and forgotten passwords, from one network.
    @In(1...100_000) var requests = 30
    /// Mails to one address.
    @In(1...1000) var mails = 5
    /// The time in which these are counted.
    @In(.seconds(10) ... .seconds(86_400)) var window: Duration = .seconds(900)
}

extension Accounts: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        settings.admins.enumerated().filter { (try? EmailAddress($0.element)) == nil }
            .map { SettingsProblem("admins", $0.offset, "\"\($0.element)\" is no email address") }
    }
}
