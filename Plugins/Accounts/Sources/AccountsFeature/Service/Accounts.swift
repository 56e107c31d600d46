internal import FeatureKit

/// People sign in here, and keep a profile, a seat and preferences.
struct Accounts: Feature {
    static let contracts: [Contract] =
        SignInRoutes.routes + SessionRoutes.routes + ProfileRoutes.routes + OwnAccountRoutes.routes + StaffRoutes.routes
        + [
            .publishes(.accountsMail), .publishes(.accountsRevoked), .publishes(.accountsSessions),
            .publishes(.erased), .serves(.erasures), .keeps(AccountService.erasures),
            .keeps(Account.documents), .keeps(Session.documents), .keeps(Ticket.documents), .keeps(Profile.documents),
            .keeps(SigningKey.documents), .keeps(SealKey.documents),
        ]
    static let refusals: [any Refusal.Type] = [AccountRefusal.self]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let service = try await AccountService(settings, context)
        try await service.cleanUp()
        try await service.publishRevocations()
        try await service.publishNewestErasure()
        let groups: [any RouteGroup] = [
            SignInRoutes(service: service), SessionRoutes(service: service), ProfileRoutes(service: service),
            OwnAccountRoutes(service: service), StaffRoutes(service: service),
        ]
        for group in groups { try group.serve(on: context.routes) }
        try context.routes.serve(.erasures) { request, _ in try await service.erasures(request) }
        context.ready()
        await withTaskGroup { group in
            group.addTask { await service.writeMails() }
            group.addTask { await service.cleanUpEveryHour() }
            await context.untilStopped()
            // Mails that were accepted are still written.
            service.mails.close()
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
        /// What the document calls this issuer under access.
        @Text(1...64) var issuerName = "accounts"
        /// Whether an address has to be confirmed by a mail.
        var confirm: Confirmation = .email
        /// Addresses whose owners are staff and admin once they have confirmed them.
        @Text(3...EmailAddress.longest) @Count(0...100) var admins: [String] = []
        /// What hashing a password costs.
        var hashing: HashingCost = HashingCost()
        /// How long sessions and keys last.
        var lifetimes: Lifetimes = Lifetimes()
        /// How often somebody may be wrong.
        var limits: Limits = Limits()
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    unsafe FeatureEntry.open(Accounts.self)
}
