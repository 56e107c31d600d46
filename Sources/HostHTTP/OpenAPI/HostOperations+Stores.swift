import FeatureKit
import HTTPServer
import HostRuntime

/// The operations on modules' stores.
extension HostOperations {
    static var stores: [Placed] {
        [
            (.get, "/ops/v1/store", store("stores", "what features keep", "Stores")),
            (
                .post, "/ops/v1/store/check",
                store("checkStores", "read all of it, and say what is wrong", "StoreChecks", body: StoresRequest.shape)
            ),
            (
                .post, "/ops/v1/store/backup",
                store("backupStores", "copy one moment of it", "StoreBackups", body: BackupRequest.shape)
            ),
            (
                .post, "/ops/v1/store/compact",
                store(
                    "compactStores", "give back what was deleted", "StoreCompactions", body: StoresRequest.shape)
            ),
        ]
    }

    private static func store(_ id: String, _ summary: String, _ schema: String, body: Shape? = nil) -> Operation {
        let reply: Members = ["$ref": .text("#/components/schemas/\(schema)")]
        var operation = Operation(
            id: "operators.\(id)", tag: "operators", summary: summary,
            replies: [Operation.Reply("200", "What was asked for.", type: "application/json", schema: reply)],
            problems: [.invalid, .unavailable])
        if let body {
            operation.body = QuestionParts(body, names: []).body
            operation.problems += [.notFound, .tooLarge, .unsupportedMediaType]
        }
        return operation
    }

    /// The schemas of their answers.
    static let storeSchemas: Members = [
        "Stores": object([
            "stores": [
                "type": "array",
                "items": object([
                    "feature": text, "state": ["enum": ["open", "closed", "damaged", "unavailable"]],
                    "documents": count, "blobs": count, "bytes": count, "mostDocuments": count, "mostBytes": count,
                    "reason": textOrNull,
                ]),
            ]
        ]),
        "StoreChecks": reports(["documents": ["type": "integer"], "blobs": ["type": "integer"]]),
        "StoreBackups": reports(["file": text, "bytes": ["type": "integer"]]),
        "StoreCompactions": reports(["before": ["type": "integer"], "after": ["type": "integer"]]),
    ]

    /// A report for each store; its figures are there where the work was done.
    private static func reports(_ figures: Members) -> Value {
        var properties: Members = [
            "feature": text, "ok": ["type": "boolean"], "problems": ["type": "array", "items": text],
        ]
        let required = properties.names
        for (name, schema) in figures { properties[name] = schema }
        return object([
            "reports": [
                "type": "array",
                "items": ["type": "object", "required": .texts(required), "properties": .object(properties)],
            ]
        ])
    }

    private static let count: Value = ["type": ["integer", "null"], "minimum": 0]
}
