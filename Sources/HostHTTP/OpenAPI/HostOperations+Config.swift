import FeatureKit
import HTTPServer
import HostRuntime

/// What operators can ask about the configuration as a whole.
extension HostOperations {
    static var config: [Placed] {
        [
            (.get, "/ops/v1/config", ask("config", "what counts, and how its sources do", "Config")),
            (
                .post, "/ops/v1/config/plan",
                handing("plan", "what a document would change", "Plan", NamedDocument.shape)
            ),
            (.post, "/ops/v1/config/apply", handing("apply", "let a document count", "Change", WantedChange.shape)),
            (.post, "/ops/v1/config/confirm", changing("confirm", "let it count for good", "Revision")),
            (
                .get, "/ops/v1/revisions",
                ask("revisions", "the newest first", "Revisions", query: WantedRevisions.shape)
            ),
            (
                .get, "/ops/v1/revisions/{number}",
                ask("revision", "one with its documents", "RevisionInFull", ["number"])
            ),
            (.get, "/ops/v1/revisions/{a}/diff/{b}", ask("diff", "what two say otherwise", "Difference", ["a", "b"])),
            (
                .post, "/ops/v1/revisions/{number}/rollback",
                changing("rollback", "let one count again", "Change", ["number"], body: WantedRollback.shape)
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

    /// Something that changes what counts.
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

    /// Something that is asked with a document.
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

    /// What they are answered with.
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
