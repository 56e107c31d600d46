public import FeatureKit
public import WebClient

/// How browsers are told.
@Record public struct WebPushSettings: Equatable {
    /// The private key of P-256 by which push services know this host, 32 bytes in base64url.
    public var key: Secret
    /// Where a push service complains: mailto:… or https://….
    @Text(9...255) public var contact: String
    /// Whether a push service on this machine may be told over http, which is for tests.
    public var allowsLocal = false

    /// What sends; nil where the key or the contact is none.
    public func sending(by sender: WebSender) -> WebPush? { WebPush(privateKey: key, contact: contact, sender: sender) }
}
