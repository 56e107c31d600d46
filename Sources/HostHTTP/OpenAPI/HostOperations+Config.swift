import FeatureKit
import HTTPServer
import HostRuntime

/// The operations on the configuration as a whole.
extension HostOperations {
    static var config: [Placed] {
        [
            (.get, "/ops/v1/config", ask("config", "the active configuration and the state of its sources", "Config")),
            (
                .post, "/ops/v1/config/plan",
                handing("plan", "what a configuration would change", "Plan", NamedDocument.shape)
            ),
            (.post, "/ops/v1/config/apply", handing("apply", "apply a configuration", "Change", ChangeRequest.shape)),
            (.post, "/ops/v1/config/confirm", changing("confirm", "keep the configuration applied last", "Revision")),
            (
                .get, "/ops/v1/revisions",
                ask("revisions", "all revisions, the newest first", "Revisions", query: RevisionsRequest.shape)
            ),
            (
                .get, "/ops/v1/revisions/{number}",
                ask("revision", "a revision with its files", "RevisionInFull", ["number"])
            ),
            (
                .get, "/ops/v1/revisions/{a}/diff/{b}",
                ask("diff", "how two revisions differ", "Difference", ["a", "b"])
            ),
            (
                .post, "/ops/v1/revisions/{number}/rollback",
                changing("rollback", "roll back to a revision", "Change", ["number"], body: RollbackRequest.shape)
            ),
        ]
    }

    private static func ask(
        _ id: String, _ summary: String, _ schema: String, _ names: [String] = [], query: Shape? = nil
    ) -> Operation {
        let reply: Members = ["$ref": .text("#/components/schemas/\(schema)")]
        var operation = Operation(
            id: "operators.\(id)", tag: "operators", summary: summary,
            replies: [Operation.Reply("200", "What was asked for.", type: "application/json", schema: reply)],
            problems: [.invalid, .notFound])
        operation.parameters = names.map { name in
            Parameter.plain(
                name, in: "path", isRequired: true, "The number of a revision.", ["type": "integer", "minimum": 0])
        }
        if let query { operation.parameters += QuestionParts(query, names: []).query }
        return operation
    }

    /// An operation that changes the active configuration.
    private static func changing(
        _ id: String, _ summary: String, _ schema: String, _ names: [String] = [], body: Shape? = nil
    ) -> Operation {
        var operation = ask(id, summary, schema, names)
        if let body {
            operation.body = QuestionParts(body, names: []).body
            operation.problems += [.tooLarge, .unsupportedMediaType]
        }
        operation.problems += [.unavailable]
        return operation
    }

    /// An operation whose body is a configuration.
    private static func handing(_ id: String, _ summary: String, _ schema: String, _ query: Shape) -> Operation {
        var operation = ask(id, summary, schema, query: query)
        operation.body = [
            "required": true,
            "content": [
                "application/yaml": [:], "application/json": ["schema": ["type": "object"]],
                HandedDocuments.type: ["schema": ["type": "object"]],
            ],
        ]
        operation.replies.append(
            Operation.Reply(
                "422", "The document has errors, which are told, or the Idempotency-Key came with another question.",
                type: "application/problem+json", schema: ["anyOf": [reference("Refused"), reference("Problem")]]))
        operation.problems += [.tooLarge, .unsupportedMediaType, .unavailable]
        return operation
    }

    /// The schemas of their answers.
    static let configSchemas: Members = [
        "Config": object([
            "revision": ["anyOf": [reference("Revision"), ["type": "null"]]], "layers": objects, "flags": objects,
            "aside": ["type": "array", "items": text], "refusing": ["type": "boolean"],
            "confirmation": confirmation,
        ]),
        "Plan": object([
            "features": objects, "definitions": objects, "splits": objects, "summary": text, "verdict": text,
            "empty": ["type": "boolean"], "more": integer,
        ]),
        "Change": object([
            "revision": ["anyOf": [reference("Revision"), ["type": "null"]]], "end": text, "plan": reference("Plan"),
            "confirmation": confirmation,
        ]),
        "Revision": object([
            "revision": integer, "at": text, "by": textOrNull, "uid": ["type": ["integer", "null"]],
            "reason": textOrNull, "source": text, "what": text, "hash": text,
        ]),
        "Revisions": object([
            "revisions": ["type": "array", "items": reference("Revision")], "confirmation": confirmation,
        ]),
        "RevisionInFull": [
            "allOf": [reference("Revision"), object(["layers": objects, "flags": objects, "overrides": [:]])]
        ],
        "Difference": object(["from": integer, "to": integer, "differences": objects, "more": integer]),
        "Refused": [
            "allOf": [reference("Problem"), object(["diagnostics": objects, "more": integer])]
        ],
    ]

    private static let confirmation: Value = ["type": ["object", "null"]]
    private static let integer: Value = ["type": "integer"]
}
