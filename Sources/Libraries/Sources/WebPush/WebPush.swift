internal import Crypto
public import Delivery
public import FeatureKit
internal import OpenSSLKeys
public import WebClient

/// A message that a browser shows though the app is not open.
public struct PushMessage: Sendable, Equatable {
    /// How soon a push service wakes a device for a message (RFC 8030).
    public enum Urgency: String, Sendable {
        case veryLow = "very-low"
        case low, normal, high
    }

    /// What the app's service worker gets.
    public var text: [UInt8]
    /// How long the push service keeps it for a device that is off.
    public var lifetime: Duration
    /// How soon a device is woken for it.
    public var urgency = Urgency.normal
    /// A message replaces one with the same key that was not shown yet.
    public var collapseKey: String?

    /// A message.
    public init(_ text: [UInt8], lifetime: Duration) { (self.text, self.lifetime) = (text, lifetime) }
}

/// Sends messages to browsers by their push services, signed with a key of one's own (VAPID, RFC 8292).
///
/// Endpoints come from browsers: give it a sender that asks public addresses only.
public struct WebPush: Sendable {
    /// How long a signature holds; a day is the most that services take.
    private static let tokenLifetime = Duration.hours(12)
    private static let longestLifetime = Duration.days(28)
    /// A topic has 32 characters at most, which are 24 bytes.
    private static let topicCount = 24

    private let key: P256Key
    private let contact: String
    private let certificates: String?
    private let sender: WebSender

    /// The public key that an app subscribes with, in base64url.
    public var applicationServerKey: String { Base64URL.text(key.publicKey) }

    /// Makes what sends; nil where the key is none.
    ///
    /// - Parameters:
    ///   - privateKey: The key of P-256, 32 bytes in base64url.
    ///   - contact: Where a push service complains: `mailto:` or `https:`.
    ///   - certificates: The file of certificates that services' are checked against; nil means those of the system.
    public init?(privateKey: Secret, contact: String, certificates: String? = nil, sender: WebSender) {
        guard let scalar = Base64URL.bytes(privateKey.reveal(), count: P256Key.scalarCount),
            let key = P256Key(scalar: scalar), contact.hasPrefix("mailto:") || contact.hasPrefix("https:")
        else { return nil }
        (self.key, self.contact, self.certificates, self.sender) = (key, contact, certificates, sender)
    }

    /// Sends a message once.
    public func deliver(
        _ message: PushMessage, to subscription: PushSubscription, now: Timestamp
    ) async -> DeliveryOutcome {
        guard let body = encrypted(message.text, to: subscription) else { return .refused(.invalid("text or key")) }
        guard let authorization = authorization(for: subscription.endpoint, now: now) else {
            return .retry(after: nil, .account("the key does not sign"))
        }
        let seconds = min(max(message.lifetime, .zero), Self.longestLifetime).components.seconds
        var question = WebQuestion(
            posting: body, as: "application/octet-stream", to: subscription.endpoint, certificates: certificates)
        question.fields += [
            ("Content-Encoding", "aes128gcm"), ("TTL", "\(seconds)"), ("Urgency", message.urgency.rawValue),
            ("Authorization", authorization),
        ]
        if let key = message.collapseKey {
            question.fields.append(
                ("Topic", Base64URL.text(Array(Hash.sha256(Array(key.utf8)).prefix(Self.topicCount)))))
        }
        do throws(WebProblem) {
            return DeliveryOutcome(try await sender.reply(to: question), gone: [404, 410])
        } catch { return DeliveryOutcome(error) }
    }

    private func encrypted(_ text: [UInt8], to subscription: PushSubscription) -> [UInt8]? {
        guard text.count <= PushEncryption.longestText, let key = P256Key() else { return nil }
        return PushEncryption.body(
            text, padding: PushEncryption.padding(after: text.count), to: subscription,
            salt: SecureRandom.bytes(PushEncryption.saltCount), key: key)
    }

    /// Says who sends, to this push service only.
    func authorization(for endpoint: String, now: Timestamp) -> String? {
        let claims: Value = [
            "aud": .text(WebAddress.origin(of: endpoint) ?? ""),
            "exp": .integer(now.advanced(by: Self.tokenLifetime).seconds), "sub": .text(contact),
        ]
        return key.token(header: #"{"typ":"JWT","alg":"ES256"}"#, payload: claims.json).map {
            "vapid t=\($0),k=\(applicationServerKey)"
        }
    }
}
