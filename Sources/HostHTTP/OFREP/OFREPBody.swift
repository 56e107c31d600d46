package import FlagEngine
package import JSON

/// What clients send: `{"context": {…}}`.
package enum OFREPBody {
    package enum Shape {
        case fits
        case isNoMapping
        case contextIsNoMapping
    }

    /// Adds the context that a body holds; one that is null is none.
    package static func add(_ body: JSONTape, to context: inout FlagContext) -> Shape {
        body.walk { body in
            guard case .object = body.kind else { return .isNoMapping }
            guard let given = body.member("context") else { return .fits }
            switch given.kind {
            case .object:
                context.add(given)
                return .fits
            case .null: return .fits
            default: return .contextIsNoMapping
            }
        }
    }
}
