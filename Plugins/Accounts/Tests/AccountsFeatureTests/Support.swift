import Crypto
@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Foundation
import NotificationsContracts
import Testing

@testable import AccountsFeature

extension Accounts.Settings {
    /// Hashes quicker than the settings allow, or the tests would do nothing else.
    static func quick(
        confirm: Confirmation = .none, _ change: (inout Accounts.Settings) -> Void = { _ in }
    ) -> Accounts.Settings {
        var settings = Accounts.Settings(issuer: "https://circuit.example", audience: "circuit-apps")
        settings.confirm = confirm
        settings.hashing = HashingCost(memory: 1, passes: 1, atOnce: 2)
        change(&settings)
        return settings
    }
}

let good = "green flag in turn 4"
let other = "chequered flag in turn 9"

extension Caller {
    /// The device of an anonymous caller, to which the host gave a key.
    static func device(_ name: String, from address: String? = "192.0.2.1") -> Caller {
        Caller(key: name, origin: .http, address: address)
    }

    /// A caller with an access token, as the host reads it.
    static func bearer(_ signedIn: SignedIn, roles: Set<String> = []) -> Caller {
        Caller(
            key: "accounts:\(signedIn.user)", attributes: ["session": .text(signedIn.session)], roles: roles,
            origin: .http, address: "192.0.2.1")
    }
}

/// A mail that was handed to Notifications, with the token of its link.
struct SentMail {
    let email: String
    let language: String?
    let until: Timestamp
    let token: Secret?
}

extension Probe {
    func register(_ email: String, _ password: String = good, as caller: Caller = .device("phone")) async throws
        -> SignedIn
    {
        let registered = try await call(
            AccountService.registerRoute, .init(email: email, password: Secret(password)), as: caller)
        return try #require(registered.session)
    }

    func login(_ email: String, _ password: String = good, as caller: Caller = .device("phone")) async throws
        -> SignedIn
    {
        try await call(AccountService.loginRoute, .init(email: email, password: Secret(password)), as: caller)
    }

    func refresh(_ token: String) async throws -> SignedIn {
        try await call(AccountService.refreshRoute, .init(refreshToken: Secret(token)), as: .device("phone"))
    }

    /// The next mail of a kind, which is not handed out again: of those that wait for Notifications, which is not there.
    func mail(_ kind: MailKind) async throws -> SentMail {
        let rows = try jobs()
        let changes = try await rows.changes()
        var found = try await waiting(kind, in: rows)
        if found == nil {
            for try await _ in changes {
                found = try await waiting(kind, in: rows)
                if found != nil { break }
            }
        }
        let (row, notification) = try #require(found)
        try await rows.delete(row)
        var token: Secret?
        // A newer ticket may have replaced it.
        if let ticket = notification.ticket,
            let link = try? await call(.ticketLink, TicketID(ticket: ticket)).link.reveal()
        {
            #expect(notification.texts.values.allSatisfy { $0.body.contains("{link}") })
            token = Secret(String(link.split(separator: "#")[1].drop { $0 != "." }.dropFirst()))
        }
        return SentMail(
            email: notification.to.mail ?? "", language: notification.to.language, until: notification.until,
            token: token)
    }

    private func waiting(
        _ kind: MailKind, in rows: StoredCollection<Value>
    ) async throws -> (row: String, NotificationsContracts.Notification)? {
        for row in try await rows.query(where: [], order: nil, limit: 100).items.sorted(by: { $0.version < $1.version })
        {
            // A ticket that is asked for waits there, too.
            guard let request = row.document["job"]?["request"] else { continue }
            let notification = try request.decoded(as: NotificationsContracts.Notification.self)
            if notification.kind == "accounts.\(kind.rawValue)" { return (row.id, notification) }
        }
        return nil
    }

    private func jobs() throws -> StoredCollection<Value> { try store.collection(named: "kit-jobs", as: Value.self) }

    /// Expects that no mail waits.
    func expectNoMail(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await settle()
        #expect(try await jobs().count() == 0, sourceLocation: sourceLocation)
    }

    /// How many passwords were hashed so far.
    var hashes: Int { log.messages(.debug).filter { $0 == "hashing a password" }.count }
}

extension AccountService.MeChangeRequest {
    init(version: Int64? = nil, _ patch: [(String, Value)]) {
        self.init(version: version, profile: Patch(Members(patch)))
    }
}

/// What an access token says.
struct Claims {
    let head: [String: Value]
    let claims: [String: Value]
    let content: String
    let signature: String

    init(_ token: String) throws {
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        head = try Self.value(parts[0])
        claims = try Self.value(parts[1])
        content = "\(parts[0]).\(parts[1])"
        signature = parts[2]
    }

    private static func value(_ part: String) throws -> [String: Value] {
        let bytes = try #require(Base64URL.bytes(part, count: part.utf8.count * 3 / 4))
        return try JSONDecoder().decode([String: Value].self, from: Data(bytes))
    }
}
