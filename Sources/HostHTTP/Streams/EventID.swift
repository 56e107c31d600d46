@_spi(Hosting) import FeatureKit
import JSON

/// The field `eventID` of what a route streams: the id of its event, which a client names when it comes back.
enum EventID {
    private static let field = "eventID"

    /// Whether a Shape has that field, as a text.
    static func isField(of shape: Shape) -> Bool {
        guard case .object(let fields) = shape.kind, let field = fields.first(where: { $0.name == field }),
            case .text = field.shape.kind
        else { return false }
        return true
    }

    /// The id in a reply; nil where it has none, or one that no line holds.
    static func text(in reply: [UInt8]) -> String? {
        var reader = JSONReader(limits: .none)
        guard let tape = try? reader.read(reply.span) else { return nil }
        return tape.walk { node -> String? in
            guard let id = node.member(field) else { return nil }
            var bytes: [UInt8] = []
            id.appendText(to: &bytes)
            let isOneLine = !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            return isOneLine ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }
}
