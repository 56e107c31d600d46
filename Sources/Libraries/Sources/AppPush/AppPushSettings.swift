internal import Delivery
public import FeatureKit
public import Files
public import WebClient

/// How apps on Apple's devices are told.
@Record public struct APNsSettings: Equatable {
    /// The key of P-256 in PEM, the content of the .p8 file.
    public var key: Secret
    /// The key's id.
    @Text(1...20) public var keyID: String
    /// The id of the team that has the key.
    @Text(1...20) public var team: String
    /// The app's bundle id.
    @Text(1...255) public var topic: String
    /// Where it is sent; https://api.sandbox.push.apple.com for apps under development.
    @Text(9...255) public var server = "https://api.push.apple.com"
    /// The file of certificates that the server's is checked against; those of the system by default.
    public var certificates: FilePath?

    /// What sends; nil where the key or the server is none.
    public func sending(by sender: WebSender) -> APNs? {
        guard WebAddress.isValid(server, allowsLocalHTTP: true) else { return nil }
        var account = APNs.Account(keyID: keyID, teamID: team, key: key, topic: topic)
        (account.address, account.certificates) = (server, certificates?.text)
        return APNs(account, sender: sender)
    }
}

/// How apps are told by Firebase Cloud Messaging.
@Record public struct FCMSettings: Equatable {
    /// The JSON of the service account.
    public var account: Secret
    /// Where it is sent.
    @Text(9...255) public var server = "https://fcm.googleapis.com"
    /// The file of certificates that the servers' are checked against; those of the system by default.
    public var certificates: FilePath?

    /// What sends; nil where the account or the server is none.
    public func sending(by sender: WebSender) -> FCM? {
        guard WebAddress.isValid(server, allowsLocalHTTP: true) else { return nil }
        return FCM(account: account, address: server, certificates: certificates?.text, sender: sender)
    }
}
