@_spi(Hosting) import FeatureKit
import HTTPServer

/// The operations of the host itself.
enum HostOperations {
    typealias Placed = (method: Method, path: String, operation: Operation)

    /// Operations for monitoring; some are for operators only if anonymous callers are not let in.
    static func probes(allowsAnonymous: Bool) -> [Placed] {
        probes.map { method, path, operation in
            guard !allowsAnonymous, forOperators.contains(path) else { return (method, path, operation) }
            var operation = operation
            operation.security = Security.anyOperator
            operation.problems.append(.unauthenticated)
            return (method, path, operation)
        }
    }

    private static let forOperators: Set = ["/metrics", "/openapi.json"]

    private static var probes: [Placed] {
        let check = ReadinessEndpoint.names.map { name in
            Parameter.plain(name, in: "path", isRequired: true, "A part of the check's name.", texts)
        }
        let deeper = ReadinessEndpoint.names.map { "/{\($0)}" }
        return [
            (
                .get, "/healthz",
                probe(
                    "host.health", "whether the process answers",
                    [
                        Operation.Reply("200", "It does.", type: "application/json", schema: ["type": "object"])
                    ])
            ),
            (.get, "/readyz", readiness("host.ready", "whether the host does what is wanted of it", [])),
            (.get, "/readyz" + deeper[0], readiness("host.ready.check", "one check alone", [check[0]])),
            (.get, "/readyz" + deeper.joined(), readiness("host.ready.feature", "one feature's check alone", check)),
            (
                .get, "/metrics",
                probe(
                    "host.metrics", "Prometheus text",
                    [
                        Operation.Reply("200", "The metrics.", type: Exposition.contentType, schema: ["type": "string"])
                    ])
            ),
            (
                .get, "/openapi.json",
                probe(
                    "host.openapi", "this document",
                    [
                        Operation.Reply("200", "The document.", type: "application/json", schema: ["type": "object"])
                    ])
            ),
        ]
    }

    private static let texts: Members = ["type": "string", "minLength": 1]

    private static func probe(_ id: String, _ summary: String, _ replies: [Operation.Reply]) -> Operation {
        Operation(id: id, tag: "host", summary: summary, replies: replies)
    }

    private static func readiness(_ id: String, _ summary: String, _ path: [Value]) -> Operation {
        let exclude = Parameter.plain(
            "exclude", in: "query", isRequired: false, "Checks that are left out.",
            ["type": "array", "items": ["type": "string"]])
        let schema: Members = [
            "type": "object", "required": ["ready", "checks"],
            "properties": [
                "ready": ["type": "boolean"],
                "checks": [
                    "type": "object",
                    "additionalProperties": [
                        "type": "object", "required": ["ok"],
                        "properties": [
                            "ok": ["type": "boolean"], "state": ["type": "string"], "reason": ["type": "string"],
                        ],
                    ],
                ],
            ],
        ]
        var operation = probe(
            id, summary,
            [
                Operation.Reply("200", "It is ready.", type: "application/json", schema: schema),
                Operation.Reply("503", "It is not.", type: "application/json", schema: schema),
            ])
        operation.parameters = path + [exclude]
        operation.problems = path.isEmpty ? [.invalid] : [.invalid, .notFound]
        return operation
    }
}
