import FeatureKit
import HTTPServer

/// The operations with which apps ask for flags, by OFREP 0.3.
extension HostOperations {
    static var flags: [Placed] {
        [
            (.post, SingleEndpoint.path + "{key}", single), (.post, BulkEndpoint.path, bulk),
            (.get, FlagStreamEndpoint.path, stream),
        ]
    }

    private static var single: Operation {
        var operation = asking("flag", "what a flag holds for a caller", reference("Evaluation"))
        operation.parameters = [
            Parameter.plain("key", in: "path", isRequired: true, "The flag's key.", ["type": "string", "minLength": 1])
        ]
        operation.replies.append(refusal("404", "There is no such flag."))
        return operation
    }

    private static var bulk: Operation {
        let answer: Members = [
            "type": "object", "required": ["flags"],
            "properties": [
                "flags": [
                    "type": "array",
                    "items": ["anyOf": [.object(reference("Evaluation")), .object(reference("Refusal"))]],
                ],
                "metadata": ["type": "object"], "eventStreams": ["type": "array", "items": ["type": "object"]],
            ],
        ]
        var operation = asking("flags", "what every flag holds for a caller", answer)
        operation.parameters = [
            Parameter.plain(
                "If-None-Match", in: "header", isRequired: false, "The tag of the answer that the client has.",
                ["type": "string"]),
            Parameter.plain(
                "flagConfigEtag", in: "query", isRequired: false, "The state that an event announced.",
                ["type": "string"]),
            Parameter.plain(
                "flagConfigLastModified", in: "query", isRequired: false, "Since when that state counts.",
                ["type": ["integer", "string"]]),
        ]
        operation.replies.append(Operation.Reply("304", "The client has what counts."))
        operation.replies.append(refusal("503", "The flags that an event announced have not arrived yet."))
        return operation
    }

    private static var stream: Operation {
        let event: Members = [
            "type": "object", "required": ["type", "etag", "lastModified"],
            "properties": [
                "type": ["const": "refetchEvaluation"], "etag": ["type": "string"], "lastModified": ["type": "integer"],
            ],
        ]
        var operation = Operation(
            id: "ofrep.stream", tag: "flags", summary: "an event for each change of the flags",
            replies: [
                Operation.Reply(events: "message", event), refusal("401", noToken),
                refusal("429", tooFast),
            ], problems: [.notAcceptable])
        operation.parameters = [
            Parameter.lastEventID,
            Parameter.plain(
                FlagStreamEndpoint.known, in: "query", isRequired: false, "The state that the client has.",
                ["type": "string"]),
        ]
        return operation
    }

    private static func asking(_ id: String, _ summary: String, _ answer: Members) -> Operation {
        var operation = Operation(
            id: "ofrep.\(id)", tag: "flags", summary: summary,
            replies: [
                Operation.Reply("200", "What it holds.", type: "application/json", schema: answer),
                refusal("400", "The body has no good context, or the flag can't be evaluated."),
                refusal("401", noToken), refusal("413", "The body is too large."), refusal("429", tooFast),
            ])
        let context: Members = [
            "type": ["object", "null"], "properties": ["targetingKey": [:]], "additionalProperties": true,
        ]
        let question: Members = ["type": "object", "properties": ["context": .object(context)]]
        operation.body = [
            "required": true, "content": ["application/json": ["schema": .object(question)]],
        ]
        return operation
    }

    private static let noToken = "There is no token where one is needed, or one that does not count."
    private static let tooFast = "The address or the caller asks too fast."

    private static func refusal(_ status: String, _ description: String) -> Operation.Reply {
        let retry: Members = ["Retry-After": ["schema": ["type": "integer", "minimum": 0]]]
        return Operation.Reply(
            status, description, type: "application/json", schema: reference("Refusal"),
            headers: ["429", "503"].contains(status) ? retry : [:])
    }

    private static func reference(_ schema: String) -> Members { ["$ref": .text("#/components/schemas/\(schema)")] }

    /// The schemas of their answers.
    static let flagSchemas: Members = [
        "Evaluation": [
            "type": "object", "required": ["key", "reason", "variant", "metadata"],
            "properties": [
                "key": ["type": "string"], "value": [:], "variant": ["type": "string"],
                "reason": ["enum": ["STATIC", "TARGETING_MATCH", "SPLIT", "DEFAULT", "DISABLED"]],
                "metadata": ["type": "object"],
            ],
        ],
        "Refusal": [
            "type": "object", "required": ["errorCode", "errorDetails"],
            "properties": [
                "key": ["type": "string"], "errorCode": ["type": "string"], "errorDetails": ["type": "string"],
            ],
        ],
    ]
}
