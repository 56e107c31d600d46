internal import Crypto
public import FeatureKit
internal import WebJSON

/// What Stripe tells by a webhook.
public struct StripeWebhook: Sendable, Equatable {
    /// Why a message is not believed.
    public enum Problem: Error, Equatable {
        /// The header is not written as Stripe writes it.
        case header
        /// It was signed too long ago, or is of the future.
        case time
        /// No secret has signed it.
        case signature
        /// It is signed, and no event.
        case body
    }

    /// For how long a signature is good, both ways.
    static let tolerance = Duration.seconds(300)
    private static let mostHeaderBytes = 2_048

    /// What tells the event from every other one.
    public let id: String
    /// What happened, such as payment_intent.succeeded.
    public let type: String
    /// The id of the PaymentIntent that it is about.
    public let intent: String?
    /// The id of the payment, as it was named when it was begun.
    public let payment: String?

    /// Reads a message that one of the secrets has signed.
    ///
    /// - Parameters:
    ///   - body: The bytes as they came.
    ///   - header: The field `Stripe-Signature`.
    public init(_ body: [UInt8], header: String, secrets: [Secret], now: Timestamp) throws(Problem) {
        guard let (time, signatures) = Self.read(header) else { throw .header }
        let age = Timestamp(nanoseconds: time * 1_000_000_000).duration(to: now)
        guard max(age, .zero - age) <= Self.tolerance else { throw .time }
        let signed = Array("\(time).".utf8) + body
        let isSigned = secrets.contains { secret in
            let own = Hash.hmacSHA256(signed, key: Array(secret.reveal().utf8))
            return signatures.contains { Hash.areEqual($0, own) }
        }
        guard isSigned else { throw .signature }
        guard let value = try? JSONText.value(of: body), let id = value.text("id"), let type = value.text("type"),
            let object = value["data"]?["object"]
        else { throw .body }
        (self.id, self.type) = (id, type)
        intent = object.text("object") == "payment_intent" ? object.text("id") : object.text("payment_intent")
        payment = object["metadata"]?.text("payment")
    }

    /// The time and the signatures of a header such as `t=1492774577,v1=5257a869…,v1=…,v0=…`.
    static func read(_ header: String) -> (time: Int64, signatures: [[UInt8]])? {
        guard header.utf8.count <= mostHeaderBytes else { return nil }
        var (time, signatures) = (Int64?.none, [[UInt8]]())
        for part in header.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            guard sides.count == 2 else { return nil }
            switch sides[0] {
            case "t":
                guard time == nil, let number = Int64(sides[1]), 0...9_000_000_000 ~= number else { return nil }
                time = number
            case "v1": if let bytes = Hex.bytes(sides[1]), bytes.count == 32 { signatures.append(bytes) }
            default: continue
            }
        }
        guard let time, !signatures.isEmpty else { return nil }
        return (time, signatures)
    }
}
