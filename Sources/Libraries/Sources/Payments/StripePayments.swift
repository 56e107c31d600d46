public import FeatureKit
public import WebClient
internal import WebJSON

/// The account at Stripe that takes the money.
@Record public struct StripeSettings: Equatable {
    /// The secret key.
    public var key: Secret
    /// The secrets that Stripe signs webhooks with: the one of now, and those of before while they are replaced.
    @Count(1...5) public var webhookSecrets: [Secret]
    /// Where its API is: https, or http on this machine.
    @Text(8...300) public var address = "https://api.stripe.com"
    /// Whether the money is taken at once, and not held first.
    public var capturesAtOnce = true
}

/// Payments by Stripe's PaymentIntents, which customers confirm in the app with Stripe's own code.
public struct StripePayments: PaymentProcessor {
    /// The version of the API that this speaks.
    static let version = "2024-06-20"
    private static let mostBytes = 1 << 20

    /// It takes whatever Stripe's code in the app offers.
    public let methods: [String] = []
    private let settings: StripeSettings
    private let sender: WebSender

    /// Payments to an account.
    public init(_ settings: StripeSettings, sender: WebSender) { (self.settings, self.sender) = (settings, sender) }

    /// Begins a payment; asked again, Stripe answers with the same one.
    public func begin(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        var form = [
            ("amount", "\(payment.amount)"), ("currency", payment.currency.lowercased()),
            ("automatic_payment_methods[enabled]", "true"), ("metadata[payment]", payment.id),
            ("capture_method", settings.capturesAtOnce ? "automatic" : "manual"),
        ]
        form += payment.about.sorted { $0.key < $1.key }.map { ("metadata[\($0.key)]", $0.value) }
        if let method = payment.method { form += [("payment_method", method), ("confirm", "true")] }
        do throws(PaymentFailure) {
            return try Self.report(try await ask("POST", "payment_intents", form, key: "begin-\(payment.id)"))
        } catch {
            // A card that is declined leaves a payment that another card can pay.
            guard case .refused = error, payment.method != nil else { throw error }
            return PaymentReport(
                reference: payment.id, state: .failed, currency: payment.currency, failure: error.reason)
        }
    }

    /// Says what became of a payment; where its answer was lost, it is begun again with the same key.
    public func report(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        guard let intent = payment.reference, intent.hasPrefix("pi_") else { return try await begin(payment) }
        return try Self.report(
            try await ask("GET", "payment_intents/\(intent)?expand[]=latest_charge", [], key: nil))
    }

    /// Takes the money that is held.
    public func capture(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await act(payment, "capture", [])
    }

    /// Gives up a payment; where the money was taken meanwhile, the report says so.
    public func cancel(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await act(payment, "cancel", [])
    }

    /// Gives money back, once for each id.
    public func refund(
        _ amount: Int64, id: String, of payment: PaymentOrder
    ) async throws(PaymentFailure) -> PaymentReport {
        guard let intent = payment.reference, intent.hasPrefix("pi_") else { throw .refused("it was never begun") }
        _ = try await ask(
            "POST", "refunds",
            [("payment_intent", intent), ("amount", "\(amount)"), ("metadata[refund]", id)], key: "refund-\(id)")
        return try await report(payment)
    }

    private func act(
        _ payment: PaymentOrder, _ verb: String, _ form: [(String, String)]
    ) async throws(PaymentFailure) -> PaymentReport {
        let known = try await report(payment)
        guard known.state.isOpen else { return known }
        do throws(PaymentFailure) {
            _ = try await ask("POST", "payment_intents/\(known.reference)/\(verb)", form, key: "\(verb)-\(payment.id)")
        } catch {
            // It may have come to something else in between.
            guard case .refused = error else { throw error }
            let now = try await report(
                PaymentOrder(
                    id: payment.id, amount: payment.amount, currency: payment.currency, method: payment.method,
                    reference: known.reference))
            guard !now.state.isOpen else { throw error }
            return now
        }
        return try await report(
            PaymentOrder(
                id: payment.id, amount: payment.amount, currency: payment.currency, method: payment.method,
                reference: known.reference))
    }

    private func ask(
        _ method: String, _ path: String, _ form: [(String, String)], key: String?
    ) async throws(PaymentFailure) -> Value {
        var question = WebQuestion(
            "\(settings.address)/v1/\(path)", patience: .whole(.seconds(20)), mostBytes: Self.mostBytes)
        question.method = method
        question.bearer = settings.key
        question.fields = [("Stripe-Version", Self.version)]
        if let key { question.fields.append(("Idempotency-Key", key)) }
        if method == "POST" {
            question.fields.append(("Content-Type", "application/x-www-form-urlencoded"))
            question.body = Array(form.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&").utf8)
        }
        let reply: WebReply
        do throws(WebProblem) { reply = try await sender.reply(to: question) } catch { throw .unknown("\(error)") }
        let value = try? JSONText.value(of: reply.body)
        if 200..<300 ~= reply.status, let value { return value }
        let problem = value?["error"]
        let words = [problem?.text("code"), problem?.text("decline_code"), problem?.text("message")].compactMap(\.self)
        let reason = "\(reply.status)\(words.isEmpty ? "" : " " + words.joined(separator: ": "))"
        switch reply.status {
        // What is done but not said in JSON, what is under way with the same key, and what may work later.
        case ..<400, 401, 403, 409, 429, 500...: throw .unknown(reason)
        default: throw .refused(reason)
        }
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x5B, 0x5D:
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// What a PaymentIntent says.
    static func report(_ intent: Value) throws(PaymentFailure) -> PaymentReport {
        guard let id = intent.text("id"), let status = intent.text("status"), let currency = intent.text("currency")
        else {
            throw .unknown("the answer is no payment")
        }
        let error = intent["last_payment_error"]
        let state: PaymentState? =
            switch status {
            case "succeeded": .captured
            case "requires_capture": .authorised
            case "canceled": .cancelled
            case "processing": .starting
            case "requires_action", "requires_confirmation": .needsAction
            case "requires_payment_method": error?.text("message") == nil ? .needsAction : .failed
            default: nil
            }
        guard let state else { throw .unknown("a payment is \"\(status)\"") }
        return PaymentReport(
            reference: id, state: state, captured: state == .captured ? intent.integer("amount_received") ?? 0 : 0,
            refunded: intent["latest_charge"]?.integer("amount_refunded") ?? 0, currency: currency.uppercased(),
            action: state == .needsAction ? PaymentAction(clientSecret: intent.text("client_secret")) : nil,
            failure: [error?.text("code"), error?.text("decline_code"), error?.text("message")].compactMap(\.self)
                .first.map { String($0.prefix(300)) })
    }
}

extension PaymentFailure {
    /// What the processor said.
    public var reason: String {
        switch self {
        case .unknown(let reason), .refused(let reason): String(reason.prefix(300))
        }
    }
}

extension Value {
    func text(_ name: String) -> String? { if case .text(let text)? = self[name] { text } else { nil } }
    func integer(_ name: String) -> Int64? { if case .integer(let number)? = self[name] { number } else { nil } }
}
