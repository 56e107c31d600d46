@_spi(Hosting) import FeatureKit
import JSON

/// What a route is asked, checked against its Shape.
enum Question: Sendable {
    /// A document that lacks nothing but what has defaults.
    case document(JSONTape)
    /// Plain data, complete. Indirect, since nobody but the kit knows how large plain data is, and with it this would
    /// only be known at run time.
    indirect case value(Value)
    /// Plain data, complete, and a body that is one of their fields.
    indirect case withMedia(ValueWithMedia)

    /// The question as the handler's own type.
    func decoded<T: Shaped>(as type: T.Type, by shape: Shape) throws -> T {
        switch self {
        case .document(let tape): try tape.decoded(as: type, by: shape)
        case .value(let value): try value.decoded(as: type)
        case .withMedia(let withMedia): try withMedia.decoded(as: type)
        }
    }
}
