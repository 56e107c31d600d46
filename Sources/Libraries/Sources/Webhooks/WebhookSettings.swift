public import FeatureKit
public import WebClient

/// A program of the operator that is told what is sent.
@Record public struct WebhookSettings: Equatable {
    /// What tells it from the others.
    @Text(1...50) public var name: String
    /// Where it is posted: https, or http on this machine.
    @Text(8...2_048) public var address: String
    /// What it is signed with: whsec_ and 24 to 64 bytes in base64.
    public var secret: Secret
    /// The kinds it gets, such as bars.booking, bars.* or *.
    @Text(1...64) @Count(1...100) public var kinds: [String]

    /// Whether it gets what is of a kind.
    public func takes(_ kind: String) -> Bool {
        kinds.contains { $0.hasSuffix("*") ? kind.hasPrefix($0.dropLast()) : kind == $0 }
    }

    /// What posts to it; nil where the address or the secret is none.
    public func sending(by sender: WebSender) -> Webhook? {
        Webhook(address, secret: secret, allowsLocalHTTP: true, sender: sender)
    }
}
