internal import Crypto
internal import FeatureKit

/// A caller who has signed in, here or with another issuer.
struct User: Sendable {
    /// The caller's key, such as `accounts:…` or `firebase:…`.
    let key: String
    /// The account, where it is one of this feature's.
    let account: Stored<Account>?

    /// The profile's id: keys may be longer than ids.
    var profileID: String { Base64URL.text(Hash.sha256(Array(key.utf8))) }

    /// - Throws: `notOurs` where another issuer keeps the account.
    func own() throws(AccountRefusal) -> Stored<Account> {
        guard let account else { throw .notOurs }
        return account
    }
}

extension AccountService {
    /// The user who asks.
    ///
    /// An access token outlives its account and its session by some minutes, which the host may not know yet; here it
    /// is refused at once.
    func user(_ call: Call) async throws -> User {
        guard let key = call.caller.key, key.contains(":") else { throw AccountRefusal.notSignedIn }
        let prefix = "\(settings.issuerName):"
        guard key.hasPrefix(prefix) else { return User(key: key, account: nil) }
        let (id, now) = (String(key.dropFirst(prefix.count)), clock.now)
        guard !id.isEmpty, id.utf8.count <= 64 else { throw AccountRefusal.notSignedIn }
        let account = try await store.read { snapshot -> Stored<Account>? in
            guard let account = try snapshot.get(accounts, id), account.document.state == .active else { return nil }
            guard let session = call.caller.session, (1...64).contains(session.utf8.count) else { return account }
            let kept = try snapshot.get(sessions, session)?.document
            return kept?.user == id && kept?.isLive(at: now) == true ? account : nil
        }
        guard let account else { throw AccountRefusal.notSignedIn }
        return User(key: key, account: account)
    }
}
