import FeatureKit
import HTTPServer

/// The operations on the audit log.
extension HostOperations {
    static var audit: [Placed] {
        [
            (
                .get, "/ops/v1/audit",
                ask("audit", "what was done, the newest first", "Records", AuditRecordsRequest.shape)
            ),
            (
                .get, "/ops/v1/audit/verify",
                ask("verifyAudit", "walk through all records", "Verdict", VerificationRequest.shape)
            ),
        ]
    }

    private static func ask(_ id: String, _ summary: String, _ schema: String, _ query: Shape) -> Operation {
        let reply: Members = ["$ref": .text("#/components/schemas/\(schema)")]
        var operation = Operation(
            id: "operators.\(id)", tag: "operators", summary: summary,
            replies: [Operation.Reply("200", "What was asked for.", type: "application/json", schema: reply)],
            problems: [.invalid, .unavailable])
        operation.parameters = QuestionParts(query, names: []).query
        return operation
    }

    /// The schemas of their answers.
    static let auditSchemas: Members = [
        "Records": object([
            "records": ["type": "array", "items": ["$ref": "#/components/schemas/Record"]], "next": numberOrNull,
        ]),
        "Record": [
            "type": "object", "required": ["number", "previous", "at", "deed", "target", "hash"],
            "properties": [
                "number": ["type": "integer"], "previous": text, "at": text, "deed": text, "target": text, "by": text,
                "uid": ["type": "integer"], "token": text, "from": text, "reason": text, "before": [:], "after": [:],
                "differences": ["type": "array", "items": ["type": "object"]], "more": ["type": "integer"],
                "until": text, "forced": ["type": "boolean"], "revision": ["type": "integer"], "cause": text,
                "content": text,
                "late": ["type": "boolean"], "lost": ["type": "integer"], "through": ["type": "integer"], "hash": text,
            ],
        ],
        "Verdict": [
            "type": "object", "required": ["records", "first", "last", "since", "hash", "whole", "problem"],
            "properties": [
                "records": ["type": "integer"], "first": numberOrNull, "last": numberOrNull, "since": textOrNull,
                "hash": textOrNull, "whole": ["type": "boolean"], "problem": textOrNull,
                "expected": ["type": "boolean"],
            ],
        ],
    ]

    private static let numberOrNull: Value = ["type": ["integer", "null"]]
}
