internal import Crypto
public import Delivery
public import FeatureKit
public import WebClient

/// An address that is told by POST, with a signature as Standard Webhooks has it.
public struct Webhook: Sendable {
    /// What a secret begins with, before its base64.
    private static let prefix = "whsec_"
    private static let secretCounts = 24...64

    private let address: String
    private let key: [UInt8]
    private let sender: WebSender

    /// A webhook; nil where the secret is not `whsec_` and 24 to 64 bytes in base64, or the address is not one of `https`.
    ///
    /// - Parameters:
    ///   - allowsLocalHTTP: Whether the address may be one of `http` on this machine.
    ///   - sender: One that asks public addresses only, where others hand in the address.
    public init?(_ address: String, secret: Secret, allowsLocalHTTP: Bool = false, sender: WebSender) {
        let text = secret.reveal()
        guard text.hasPrefix(Self.prefix), let key = Base64.bytes(text.dropFirst(Self.prefix.count)),
            Self.secretCounts.contains(key.count), WebAddress.isValid(address, allowsLocalHTTP: allowsLocalHTTP)
        else { return nil }
        (self.address, self.key, self.sender) = (address, key, sender)
    }

    /// Tells it once; a repeat has the same id, by which the receiver knows it.
    ///
    /// - Parameters:
    ///   - id: What tells this message from all others, without a dot.
    ///   - body: The message in JSON.
    public func deliver(_ body: [UInt8], id: String, now: Timestamp) async -> DeliveryOutcome {
        guard !id.isEmpty, !id.contains(".") else { return .refused(.invalid("id")) }
        var question = WebQuestion(posting: body, as: "application/json", to: address)
        question.fields += [
            ("webhook-id", id), ("webhook-timestamp", "\(now.seconds)"),
            ("webhook-signature", signature(of: body, id: id, now: now)),
        ]
        do throws(WebProblem) {
            let reply = try await sender.reply(to: question)
            let outcome = DeliveryOutcome(reply, gone: [410])
            // All but too large a body may be fixed at the other end.
            if case .refused(let reason) = outcome, reply.status != 413 {
                return .retry(after: reply.retryAfter, reason)
            }
            return outcome
        } catch { return DeliveryOutcome(error) }
    }

    /// The signature of a message.
    public func signature(of body: [UInt8], id: String, now: Timestamp) -> String {
        "v1,\(Base64.text(Hash.hmacSHA256(Array("\(id).\(now.seconds).".utf8) + body, key: key)))"
    }
}
