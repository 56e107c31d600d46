import FeatureKit

/// The security requirements of operations in OpenAPI: a list of alternatives.
enum Security {
    private static let user = "user"
    private static let operators = "operator"

    /// Signed-in users.
    static func users(withRole role: String? = nil) -> Value {
        [.object([user: .list(role.map { [.text($0)] } ?? [])])]
    }

    /// Everyone, with or without a token; only signed-in users if anonymous callers are not let in.
    static func everyone(andAnonymous allowsAnonymous: Bool) -> Value {
        allowsAnonymous ? [[:], .object([user: []])] : users()
    }

    /// Operators; on the local socket without a token.
    static func operators(withRole role: String) -> Value { [[:], .object([operators: .list([.text(role)])])] }

    /// Operators with any role.
    static let anyOperator: Value = [.object([operators: []])]

    /// The security schemes that a document defines.
    static func schemes(hasOperators: Bool) -> Value {
        var schemes: Members = [
            user: scheme(
                "A user's token, of an issuer that the host trusts; routes name the role that it has to tell.", "JWT")
        ]
        if hasOperators { schemes[operators] = scheme("A token as `flagstand token create` makes it.", "fso_") }
        return .object(schemes)
    }

    private static func scheme(_ description: String, _ format: String) -> Value {
        [
            "type": "http", "scheme": "bearer", "bearerFormat": .text(format), "description": .text(description),
        ]
    }
}
