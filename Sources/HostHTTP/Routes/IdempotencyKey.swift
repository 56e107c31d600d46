@_spi(Hosting) import FeatureKit
import HTTPServer

/// The header `Idempotency-Key` of a request to a route, which fills a field of what is asked.
enum IdempotencyKey {
    /// The field's name.
    static let field = "idempotencyKey"

    /// Whether a Shape has that field, as a text.
    static func isField(of shape: Shape) -> Bool {
        guard case .object(let fields) = shape.kind, let field = fields.first(where: { $0.name == field }),
            case .text = field.shape.kind
        else { return false }
        return true
    }

    /// What the header says; nil without one.
    static func text(of request: Request) throws(Problem) -> String? {
        guard let header = request["idempotency-key"] else { return nil }
        guard !request.hasSeveral("idempotency-key") else {
            throw .invalid([Problem.Detail(badKey: "Idempotency-Key comes several times; it stands for one key")])
        }
        guard let text = text(header) else {
            throw .invalid([Problem.Detail(badKey: "must be a text in quotes, as in Idempotency-Key: \"8e03978e\"")])
        }
        return text
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
