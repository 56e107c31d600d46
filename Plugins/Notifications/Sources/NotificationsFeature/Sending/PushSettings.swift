internal import AppPush
internal import Delivery
internal import FeatureKit
internal import Replay
internal import WebClient
internal import WebPush

/// How browsers are told.
@Record struct PushSettings: Equatable {
    /// The private key of P-256 by which push services know this host, 32 bytes in base64url.
    var key: Secret
    /// Where a push service complains: mailto:… or https://….
    @Text(9...255) var contact: String
    /// Whether a push service on this machine may be told over http, which is for tests.
    var allowsLocal = false

    /// What sends; nil where the key or the contact is none.
    func sending(by sender: WebSender) -> WebPush? { WebPush(privateKey: key, contact: contact, sender: sender) }
}

/// How apps on Apple's devices are told.
@Record struct APNsSettings: Equatable {
    /// The key of P-256 in PEM, the content of the .p8 file.
    var key: Secret
    /// The key's id.
    @Text(1...20) var keyID: String
    /// The id of the team that has the key.
    @Text(1...20) var team: String
    /// The app's bundle id.
    @Text(1...255) var topic: String
    /// Where it is sent; https://api.sandbox.push.apple.com for apps under development.
    @Text(9...255) var server = "https://api.push.apple.com"
    /// The file of certificates that the server's is checked against; those of the system by default.
    var certificates: FilePath?

    /// What sends; nil where the key or the server is none.
    func sending(by sender: WebSender) -> APNs? {
        guard WebAddress.isValid(server, allowsLocalHTTP: true) else { return nil }
        var account = APNs.Account(keyID: keyID, teamID: team, key: key, topic: topic)
        (account.address, account.certificates) = (server, certificates?.text)
        return APNs(account, sender: sender)
    }
}

/// How apps are told by Firebase Cloud Messaging.
@Record struct FCMSettings: Equatable {
    /// The JSON of the service account.
    var account: Secret
    /// Where it is sent.
    @Text(9...255) var server = "https://fcm.googleapis.com"
    /// The file of certificates that the servers' are checked against; those of the system by default.
    var certificates: FilePath?

    /// What sends; nil where the account or the server is none.
    func sending(by sender: WebSender) -> FCM? {
        guard WebAddress.isValid(server, allowsLocalHTTP: true) else { return nil }
        return FCM(account: account, address: server, certificates: certificates?.text, sender: sender)
    }
}
