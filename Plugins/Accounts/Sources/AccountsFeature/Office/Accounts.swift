internal import FeatureKit

/// People sign in here, and keep a profile, a seat and preferences.
struct Accounts: Feature {
    static let contracts: [Contract] = [
        .publishes(.accountsMail), .publishes(.accountsRevoked), .publishes(.accountsSessions),
        .serves(.accountsKeys), .serves(.accountsRegister), .serves(.accountsConfirm), .serves(.accountsLogin),
        .serves(.accountsRefresh), .serves(.accountsLogout), .serves(.accountsForgot), .serves(.accountsReset),
        .serves(.accountsPassword), .serves(.accountsEmail), .serves(.accountsSessionList),
        .serves(.accountsSessionEnd), .serves(.accountsSessionEndAll), .serves(.accountsMe), .serves(.accountsMeChange),
        .serves(.accountsSeat), .serves(.accountsSeatLeave), .serves(.accountsExport), .serves(.accountsDelete),
        .serves(.staffFind), .serves(.staffSessions), .serves(.staffEnd), .serves(.staffDisable), .serves(.staffRoles),
        .keeps(.accounts), .keeps(.sessions), .keeps(.tickets), .keeps(.profiles), .keeps(.keys), .keeps(.vault),
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let office = try await Office(settings, context)
        try await office.tidy()
        try await office.tellRevoked()
        try serve(office)
        context.ready()
        await withTaskGroup { group in
            group.addTask { await office.carryLetters() }
            group.addTask { await office.keepTidy() }
            await context.untilStopped()
            // What lies there is still carried; whoever asked was told so.
            office.letters.close()
        }
    }

    private func serve(_ office: Office) throws {
        let routes = context.routes
        try routes.answer(.accountsKeys) { _, _ in office.ring.withLock { $0.jwks } }
        try routes.serve(.accountsRegister) { try await office.register($0, $1) }
        try routes.serve(.accountsConfirm) { try await office.confirm($0, $1) }
        try routes.serve(.accountsLogin) { try await office.login($0, $1) }
        try routes.serve(.accountsRefresh) { try await office.refresh($0, $1) }
        try routes.serve(.accountsLogout) { try await office.logout($0, $1) }
        try routes.serve(.accountsForgot) { try await office.forgot($0, $1) }
        try routes.serve(.accountsReset) { try await office.reset($0, $1) }
        try routes.serve(.accountsPassword) { try await office.changePassword($0, $1) }
        try routes.serve(.accountsEmail) { try await office.changeEmail($0, $1) }
        try routes.serve(.accountsSessionList) { try await office.sessionList($1) }
        try routes.serve(.accountsSessionEnd) { try await office.endSession($0, $1) }
        try routes.serve(.accountsSessionEndAll) { try await office.endSessions($0, $1) }
        try routes.serve(.accountsMe) { try await office.me($1) }
        try routes.serve(.accountsMeChange) { try await office.change($0, $1) }
        try routes.serve(.accountsSeat) { try await office.sit(on: $0, $1) }
        try routes.serve(.accountsSeatLeave) { try await office.sit(on: nil, $1) }
        try routes.serve(.accountsExport) { try await office.export($1) }
        try routes.serve(.accountsDelete) { try await office.delete($0, $1) }
        try routes.serve(.staffFind) { request, _ in try await office.find(request) }
        try routes.serve(.staffSessions) { request, _ in try await office.sessions(of: request) }
        try routes.serve(.staffEnd) { try await office.endSessions(of: $0, $1) }
        try routes.serve(.staffDisable) { try await office.disable($0, $1) }
        try routes.serve(.staffRoles) { try await office.changeRoles($0, $1) }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    unsafe FeatureEntry.open(Accounts.self)
}
