import FeatureKit
import HTTPServer
import HostRuntime

/// The operations of admins on operators' tokens, and what all changes of operators have in common.
extension HostOperations {
    static var access: [Placed] {
        let name = Parameter.plain(
            "id", in: "path", isRequired: true, "Its id, or its name while it counts.",
            ["type": "string", "minLength": 1])
        var make = asking("makeToken", "make a token; its text is told once", "201", "MadeToken", [.tooLarge])
        make.body = QuestionParts(TokenRequest.shape, names: []).body
        var revoke = asking("revokeToken", "revoke a token", "200", "Token", [.notFound])
        revoke.parameters = [name] + QuestionParts(RevocationRequest.shape, names: []).query
        return [
            (.get, "/ops/v1/tokens", asking("tokens", "all tokens, by the time they were made", "200", "Tokens", [])),
            (.post, "/ops/v1/tokens", make), (.delete, "/ops/v1/tokens/{id}", revoke),
        ]
    }

    private static func asking(
        _ id: String, _ summary: String, _ status: String, _ schema: String, _ problems: [ProblemResponse]
    ) -> Operation {
        let reply: Members = ["$ref": .text("#/components/schemas/\(schema)")]
        return Operation(
            id: "operators.\(id)", tag: "operators", summary: summary,
            replies: [Operation.Reply(status, "What was asked for.", type: "application/json", schema: reply)],
            problems: [.invalid, .unavailable] + problems)
    }

    /// The header fields that every change of operators accepts.
    private static let fieldsOfChanges: [Value] = [
        Parameter.plain(
            "If-Match", in: "header", isRequired: false, "The revisions that the change may build on.",
            ["type": "string"]),
        Parameter.plain(
            "Idempotency-Key", in: "header", isRequired: false, "With which the change is made once.",
            ["type": "string", "minLength": 1, "maxLength": .integer(Int64(KeyedQuestion.longestKey))]),
    ]

    /// The operations of operators, each completed with what all of its kind have in common.
    static func completed(_ operations: [Placed]) -> [Placed] {
        operations.map { method, path, operation in
            var operation = operation
            operation.security = Security.operators(withRole: OperatorRoles.role(of: method, path).rawValue)
            operation.problems += [.unauthenticated, .forbidden, .tooManyRequests]
            if !operation.problems.contains(.unavailable) { operation.problems.append(.unavailable) }
            if method == .put || method == .delete || (method == .post && changing.contains(path)) {
                operation.parameters += fieldsOfChanges
                operation.problems += [.conflict, .changedMeanwhile]
                // Operations that may also refuse a configuration describe this status themselves.
                if !operation.replies.contains(where: { $0.status == ProblemResponse.keyReused.status }) {
                    operation.problems.append(.keyReused)
                }
            }
            return (method, path, operation)
        }
    }

    /// The `POST` operations that change something.
    private static let changing: Set = [
        "/ops/v1/config/apply", "/ops/v1/config/confirm", "/ops/v1/revisions/{number}/rollback",
        "/ops/v1/features/{id}/replace", "/ops/v1/tokens",
    ]

    /// The schemas of their answers.
    static let accessSchemas: Members = [
        "Token": token([:]),
        "MadeToken": token(["token": text]),
        "Tokens": object(["tokens": ["type": "array", "items": reference("Token")]]),
    ]

    private static func token(_ more: Members) -> Value {
        var members: Members = [
            "id": text, "name": text, "role": ["enum": .texts(OperatorRole.allCases.map(\.rawValue))],
            "made": ["type": "object"], "until": textOrNull, "revoked": objectOrNull, "lapsed": ["type": "boolean"],
            "counts": ["type": "boolean"], "used": objectOrNull,
        ]
        for (name, value) in more { members[name] = value }
        return object(members)
    }

    private static let objectOrNull: Value = ["type": ["object", "null"]]
}
