internal import FeatureKit

/// Somebody who has signed in, here or with another issuer.
struct Person: Sendable {
    /// By which the host knows them, such as `accounts:…` or `firebase:…`.
    let key: String
    /// The account, where it is one of this feature's.
    let account: Stored<Account>?

    /// The profile's id: keys may be longer than ids.
    var profileID: String { Self.profileID(key) }

    static func profileID(_ key: String) -> String { Base64URL.text(Sodium.sha256(Array(key.utf8))) }

    /// - Throws: `RouteError` where somebody else keeps the account.
    func own() throws(RouteError) -> Stored<Account> {
        guard let account else { throw .notOurs }
        return account
    }
}

extension Office {
    func key(of user: String) -> String { "\(settings.issuerName):\(user)" }

    /// Who asks.
    ///
    /// An access token outlives its account and its session by some minutes, which the host may not have heard of
    /// yet; here they are over at once.
    func person(_ call: Call) async throws -> Person {
        guard let key = call.caller.key, key.contains(":") else { throw RouteError.notSignedIn }
        let prefix = self.key(of: "")
        guard key.hasPrefix(prefix) else { return Person(key: key, account: nil) }
        let (id, now) = (String(key.dropFirst(prefix.count)), clock.now)
        guard !id.isEmpty, id.utf8.count <= 64 else { throw RouteError.notSignedIn }
        let account = try await store.read { snapshot -> Stored<Account>? in
            guard let account = try snapshot.get(accounts, id), account.document.state == .active else { return nil }
            guard let session = call.caller.session, (1...64).contains(session.utf8.count) else { return account }
            let kept = try snapshot.get(sessions, session)?.document
            return kept?.user == id && kept?.isLive(at: now) == true ? account : nil
        }
        guard let account else { throw RouteError.notSignedIn }
        return Person(key: key, account: account)
    }

    /// Checks the password of somebody who has signed in: a token that was stolen is not to become an account.
    func check(_ password: Secret, of account: Stored<Account>, _ call: Call) async throws -> PasswordHash {
        let device = "session \(call.caller.session ?? "")"
        let counts = [Throttle.Count.device(account: account.id, device: device)]
        guard let hash = account.document.hash else { throw RouteError.wrongPassword }
        try await check(Password(typed: password), hash, counting: counts, or: .wrongPassword)
        return hash
    }
}
