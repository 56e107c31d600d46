public import Delivery
public import FeatureKit
public import WebClient
internal import WebJSON

/// Sends messages to apps by Firebase Cloud Messaging, in its version 1 of HTTP.
public final class FCM: Sendable {
    /// The codes that say that a device's token is of no use any more.
    private static let goneCodes: Set<String> = ["UNREGISTERED", "SENDER_ID_MISMATCH"]

    private let account: ServiceAccount
    private let address: String
    private let certificates: String?
    private let sender: WebSender
    private let access: AccessToken

    /// Makes what sends; nil where the account is none.
    ///
    /// - Parameters:
    ///   - account: The JSON of a service account.
    ///   - address: Where it is sent.
    ///   - certificates: The file of certificates that the servers' are checked against; nil means those of the system.
    public init?(
        account: Secret, address: String = "https://fcm.googleapis.com", certificates: String? = nil, sender: WebSender
    ) {
        guard let account = ServiceAccount(json: account.reveal()) else { return nil }
        (self.account, self.address, self.certificates, self.sender) = (account, address, certificates, sender)
        access = AccessToken(of: account, certificates: certificates, sender: sender)
    }

    /// Sends a message once.
    ///
    /// - Parameter device: The device's registration token.
    public func deliver(_ message: AppMessage, to device: String, now: Timestamp) async -> DeliveryOutcome {
        let bearer: Secret
        switch await access.token(at: now) {
        case .success(let token): bearer = token
        case .failure(let failure): return failure.outcome
        }
        let payload = Self.payload(message, to: device, now: now)
        var question = WebQuestion(
            posting: Array(payload.json.utf8), as: "application/json",
            to: "\(address)/v1/projects/\(account.project)/messages:send", certificates: certificates)
        question.bearer = bearer
        do throws(WebProblem) {
            let reply = try await sender.reply(to: question)
            if reply.status == 401 { access.forget(bearer) }
            return Self.outcome(reply)
        } catch { return DeliveryOutcome(error) }
    }

    private static func outcome(_ reply: WebReply) -> DeliveryOutcome {
        let value = try? JSONText.value(of: reply.body)
        var receipt: String?
        if case .text(let name)? = value?["name"] { receipt = name }
        let code = code(of: value?["error"])
        let outcome = DeliveryOutcome(reply, receipt: receipt, gone: [404], code: code)
        let reason = DeliveryReason.answer(reply.status, code)
        if let code, goneCodes.contains(code) { return .gone(reason) }
        // It is not the message's fault: a token that has run out, or an account without the right to send.
        if [401, 403].contains(reply.status) { return .retry(after: reply.status == 401 ? .zero : nil, reason) }
        return outcome
    }

    /// The code of FCM itself among the details, or the general one.
    private static func code(of error: Value?) -> String? {
        var values = [error?["status"]]
        if case .list(let details)? = error?["details"] { values = details.map { $0["errorCode"] } + values }
        for case .text(let code)? in values { return code }
        return nil
    }

    private static func payload(_ message: AppMessage, to device: String, now: Timestamp) -> Value {
        let data = message.data.sorted { $0.key < $1.key }.map { ($0.key, Value.text($0.value)) }
        let lifetime = min(max(0, message.expires.seconds - now.seconds), 28 * 86_400)
        var android: [(String, Value)] = [
            ("priority", message.isUrgent ? "HIGH" : "NORMAL"), ("ttl", .text("\(lifetime)s")),
        ]
        if let key = message.collapseKey { android.append(("collapse_key", .text(key))) }
        var content: [(String, Value)] = [("token", .text(device)), ("data", .object(Members(data)))]
        if !message.isSilent {
            content.append(("notification", ["title": .text(message.title), "body": .text(message.body)]))
            // On the phone, too, it replaces the one before.
            if let key = message.collapseKey { android.append(("notification", ["tag": .text(key)])) }
        }
        return ["message": .object(Members(content + [("android", .object(Members(android)))]))]
    }
}
