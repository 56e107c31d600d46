internal import Crypto
public import Delivery
public import FeatureKit
internal import OpenSSLKeys
public import WebClient
internal import WebJSON

/// Sends messages to apps on Apple's devices, by HTTP/2.
public final class APNs: Sendable {
    /// Who sends, and for which app.
    public struct Account: Sendable {
        /// The id of the key.
        public var keyID: String
        /// The id of the team that has it.
        public var teamID: String
        /// The key of P-256 in PEM.
        public var key: Secret
        /// The app's bundle id.
        public var topic: String
        /// Where it is sent.
        public var address = "https://api.push.apple.com"
        /// The file of certificates that the server's is checked against; nil means those of the system.
        public var certificates: String?

        /// An account.
        public init(keyID: String, teamID: String, key: Secret, topic: String) {
            (self.keyID, self.teamID, self.key, self.topic) = (keyID, teamID, key, topic)
        }
    }

    /// The reasons that say that a device's token is of no use any more.
    private static let goneReasons: Set<String> = [
        "BadDeviceToken", "Unregistered", "ExpiredToken", "DeviceTokenNotForTopic",
    ]
    /// Those for which the account has to be fixed, not the message.
    private static let accountReasons: Set<String> = [
        "ExpiredProviderToken", "InvalidProviderToken", "MissingProviderToken", "TooManyProviderTokenUpdates",
        "Forbidden",
        "TopicDisallowed", "IdleTimeout",
    ]
    private static let mostPayload = 4_096
    private static let longestCollapseID = 64
    private static let longestToken = 200

    private let account: Account
    private let sender: WebSender
    private let token: Lock<ProviderToken>

    /// Makes what sends; nil where the key is none.
    public init?(_ account: Account, sender: WebSender) {
        guard let key = P256Key(pem: account.key.reveal()) else { return nil }
        (self.account, self.sender) = (account, sender)
        token = Lock(ProviderToken(key: key, keyID: account.keyID, teamID: account.teamID))
    }

    /// Sends a message once.
    ///
    /// - Parameters:
    ///   - device: The device's token in hexadecimal digits.
    ///   - id: A UUID; a repeat has the same one.
    public func deliver(_ message: AppMessage, to device: String, id: String, now: Timestamp) async -> DeliveryOutcome {
        guard !device.isEmpty, device.utf8.count <= Self.longestToken, Hex.bytes(device) != nil else {
            return .refused(.invalid("device token"))
        }
        let payload = Array(Self.payload(message).utf8)
        guard payload.count <= Self.mostPayload else { return .refused(.invalid("length of the message")) }
        guard let bearer = token.withLock({ $0.token(at: now) }) else {
            return .retry(after: nil, .account("the key does not sign"))
        }
        var question = WebQuestion(
            posting: payload, as: "application/json", to: "\(account.address)/3/device/\(device)",
            certificates: account.certificates)
        question.bearer = Secret(bearer)
        question.fields += [
            ("apns-topic", account.topic), ("apns-push-type", message.isSilent ? "background" : "alert"),
            // What shows nothing is refused as urgent.
            ("apns-priority", message.isUrgent && !message.isSilent ? "10" : "5"),
            ("apns-expiration", "\(max(0, message.expires.seconds))"), ("apns-id", id),
        ]
        if let key = message.collapseKey { question.fields.append(("apns-collapse-id", Self.collapseID(key))) }
        do throws(WebProblem) { return outcome(try await sender.reply(to: question), now: now) } catch {
            return DeliveryOutcome(error)
        }
    }

    private func outcome(_ reply: WebReply, now: Timestamp) -> DeliveryOutcome {
        var code: String?
        if case .text(let text)? = (try? JSONText.value(of: reply.body))?["reason"] { code = text }
        let outcome = DeliveryOutcome(reply, receipt: reply.head["apns-id"], gone: [410], code: code)
        guard let code, reply.status >= 400 else { return outcome }
        let reason = DeliveryReason.answer(reply.status, code)
        if Self.goneReasons.contains(code) { return .gone(reason) }
        guard Self.accountReasons.contains(code) else { return outcome }
        let isRenewed = code == "ExpiredProviderToken" && token.withLock { $0.renew(at: now) }
        return .retry(after: isRenewed ? .zero : reply.retryAfter, reason)
    }

    private static func payload(_ message: AppMessage) -> String {
        let alert: Value = ["title": .text(message.title), "body": .text(message.body)]
        let data = message.data.sorted { $0.key < $1.key }.map { ($0.key, Value.text($0.value)) }
        let shown: Value = message.isSilent ? ["content-available": 1] : ["alert": alert, "sound": "default"]
        return Value.object(Members(data + [("aps", shown)])).json
    }

    /// A key as it is, or a digest of one that is too long.
    private static func collapseID(_ key: String) -> String {
        key.utf8.count <= longestCollapseID && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            ? key : Base64URL.text(Hash.sha256(Array(key.utf8)))
    }
}
