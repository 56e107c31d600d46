@_spi(Hosting) import FeatureKit
import HTTPServer

/// A header of a request that fills a field of what a route is asked.
enum HeaderField: CaseIterable {
    /// `Idempotency-Key`: what the caller calls this request.
    case idempotencyKey
    /// `Last-Event-ID`: what the client of a stream heard last.
    case lastEventID
    /// `Stripe-Signature`: what Stripe signs its webhooks with, whose body a route takes as it is.
    case stripeSignature

    /// The one whose field a Shape has, as a text, and the path does not fill.
    init?(of shape: Shape, path names: [String] = []) {
        guard case .object(let fields) = shape.kind else { return nil }
        let found = Self.allCases.first { header in
            guard let field = fields.first(where: { $0.name == header.field }), case .text = field.shape.kind else {
                return false
            }
            return !names.contains(header.field)
        }
        guard let found else { return nil }
        self = found
    }

    /// The field's name.
    var field: String {
        switch self {
        case .idempotencyKey: "idempotencyKey"
        case .lastEventID: "lastEventID"
        case .stripeSignature: "stripeSignature"
        }
    }

    /// What the header says; nil without one.
    func text(of request: Request) throws(Problem) -> String? {
        switch self {
        case .lastEventID: return request["last-event-id"].flatMap { $0.isEmpty ? nil : $0 }
        case .stripeSignature: return request["stripe-signature"]
        case .idempotencyKey:
            guard let header = request["idempotency-key"] else { return nil }
            guard !request.hasSeveral("idempotency-key") else {
                throw .invalid([Problem.Detail(badKey: "Idempotency-Key comes several times; it stands for one key")])
            }
            guard let text = Self.text(header) else {
                throw .invalid([
                    Problem.Detail(badKey: "must be a text in quotes, as in Idempotency-Key: \"8e03978e\"")
                ])
            }
            return text
        }
    }

    /// The text of a structured field (RFC 8941, 3.3.3), or what stands there without quotes, as older clients send it.
    private static func text(_ header: String) -> String? {
        guard header.utf8.first == UInt8(ascii: "\"") else { return header }
        var text = ""
        var isEscaped = false
        var rest = header.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst() {
            guard (" "..."~").contains(scalar) else { return nil }
            switch (isEscaped, scalar) {
            case (true, "\""), (true, "\\"):
                text.unicodeScalars.append(scalar)
                isEscaped = false
            case (true, _): return nil
            case (false, "\\"): isEscaped = true
            case (false, "\""): return rest.isEmpty ? text : nil
            case (false, _): text.unicodeScalars.append(scalar)
            }
        }
        return nil
    }
}
