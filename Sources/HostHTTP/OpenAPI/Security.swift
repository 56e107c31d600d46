import FeatureKit

/// Who may ask, as OpenAPI says it: one of several ways, each with what it takes.
enum Security {
    private static let user = "user"
    private static let operators = "operator"

    /// Those who have signed in.
    static func users(withRole role: String? = nil) -> Value {
        [.object([user: .list(role.map { [.text($0)] } ?? [])])]
    }

    /// Everyone, or those who have signed in where nobody else gets in; who is known is asked as who they are.
    static func everyone(andStrangers letsStrangersIn: Bool) -> Value {
        letsStrangersIn ? [[:], .object([user: []])] : users()
    }

    /// Operators; at the local door without a token.
    static func operators(withRole role: String) -> Value { [[:], .object([operators: .list([.text(role)])])] }

    /// Operators with any role.
    static let anyOperator: Value = [.object([operators: []])]

    /// The ways that a document speaks of.
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
