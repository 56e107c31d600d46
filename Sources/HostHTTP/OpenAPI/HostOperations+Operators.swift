import FeatureKit
import HTTPServer
import HostRuntime

/// What operators can request; described on the local socket only.
extension HostOperations {
    static var operators: [Placed] {
        [
            (.get, "/ops/v1/features", ask("features", "all features, by id", .json("Features"))),
            (.get, "/ops/v1/features/{id}", ask("feature", "one feature in full", .json("FeatureInFull"), named: "id")),
            (.put, "/ops/v1/features/{id}/toggle", toggle("toggle", "switch a feature", ToggleRequest.shape)),
            (
                .delete, "/ops/v1/features/{id}/toggle",
                toggle("reset", "let the document decide again", nil, query: ResetRequest.shape)
            ),
            (.post, "/ops/v1/features/{id}/preflight", preflight),
            (
                .post, "/ops/v1/features/{id}/replace",
                replace("replace", "run a feature from another unit", ReplacementRequest.shape)
            ),
            (
                .delete, "/ops/v1/features/{id}/replace",
                replace("takeBack", "run the unit in the host's folders again", nil)
            ),
            (.get, "/ops/v1/overrides", ask("overrides", "what operators decided", .json("Overrides"))),
            (.get, target, override("oneOverride", "what was decided about a feature or a flag", nil, "Override")),
            (.put, target, override("override", "decide about a feature or a flag", OverrideBody.shape)),
            (
                .delete, target,
                override("resetOverride", "let the documents decide again", nil, query: ResetRequest.shape)
            ),
            (
                .get, "/ops/v1/trace",
                ask(
                    "trace", "what goes over the bus", Operation.Reply(events: "message", ["type": "object"]),
                    query: TraceRequest.shape)
            ),
            (.get, "/ops/v1/wiring", ask("wiring", "who does what", .anything, query: WiringRequest.shape)),
            (.get, "/ops/v1/flags", ask("flags", "all flags, by key", .json("Flags"))),
            (.get, "/ops/v1/flags/{key}", ask("flag", "one flag in full", .json("FlagInFull"), named: "key")),
            (
                .get, "/ops/v1/exposures",
                ask("exposures", "who was given what", .json("Exposures"), query: ExposuresRequest.shape)
            ),
            (
                .post, "/ops/v1/flags/{key}/evaluate",
                ask(
                    "evaluate", "what a flag holds for a caller", .anything, named: "key",
                    body: EvaluationRequest.shape)
            ),
            (
                .post, "/ops/v1/flags/{key}/explain",
                ask("explain", "why it holds that", .anything, named: "key", body: EvaluationRequest.shape)
            ),
            (
                .post, "/ops/v1/call/{route}",
                ask("call", "ask a route in somebody's name", .anything, named: "route", body: CallRequest.shape)
            ),
        ]
    }

    private static let target = "/ops/v1/overrides/{subject}/{name}/{aspect}"

    private static var preflight: Operation {
        var operation = ask("preflight", "try a feature with what it would run with", .json("Proof"), named: "id")
        operation.problems += [.unavailable]
        return operation
    }

    private static func toggle(_ id: String, _ summary: String, _ body: Shape?, query: Shape? = nil) -> Operation {
        var operation = ask(id, summary, .json("ToggleOutcome"), named: "id", query: query, body: body)
        operation.problems += [.unavailable]
        return operation
    }

    private static func replace(_ id: String, _ summary: String, _ body: Shape?) -> Operation {
        var operation = ask(id, summary, .json("ReplaceOutcome"), named: "id", body: body)
        operation.problems += [.unavailable]
        return operation
    }

    private static func override(
        _ id: String, _ summary: String, _ body: Shape?, _ reply: String = "OverrideOutcome", query: Shape? = nil
    ) -> Operation {
        var operation = ask(id, summary, .json(reply), named: "name", query: query, body: body)
        for (name, words, meaning) in [
            ("subject", ["features", "flags"], "What it is about."),
            ("aspect", ["enabled", "rollout", "unit", "serve"], "What of it is overridden."),
        ] {
            let schema: Members = ["type": "string", "enum": .texts(words)]
            operation.parameters.append(Parameter.plain(name, in: "path", isRequired: true, meaning, schema))
        }
        operation.problems += [.unavailable]
        return operation
    }

    private static func ask(
        _ id: String, _ summary: String, _ reply: Operation.Reply, named name: String? = nil, query: Shape? = nil,
        body: Shape? = nil
    ) -> Operation {
        var operation = Operation(
            id: "operators.\(id)", tag: "operators", summary: summary, replies: [reply],
            problems: [.invalid, .notFound])
        if let name {
            let schema: Members = ["type": "string", "minLength": 1]
            operation.parameters.append(
                Parameter.plain(name, in: "path", isRequired: true, "Which one.", schema))
        }
        if let query { operation.parameters += QuestionParts(query, names: []).query }
        if let body {
            operation.body = QuestionParts(body, names: []).body
            operation.problems += [.tooLarge, .unsupportedMediaType]
        }
        return operation
    }
}

extension Operation.Reply {
    fileprivate static func json(_ schema: String) -> Operation.Reply {
        let reference: Members = ["$ref": .text("#/components/schemas/\(schema)")]
        return Operation.Reply("200", "What was asked for.", type: "application/json", schema: reference)
    }

    fileprivate static let anything = Operation.Reply("200", "What was asked for.", type: "*/*", schema: [:])
}

extension HostOperations {
    /// The schemas of the answers to operators.
    static let operatorSchemas: Members = [
        "Features": object([
            "features": ["type": "array", "items": reference("Feature")], "stopping": ["type": "boolean"],
        ]),
        "Feature": feature,
        "FeatureInFull": ["allOf": [reference("Feature"), inFull]],
        "Flags": object([
            "flags": objects, "revision": ["type": "integer"], "etag": text, "since": text, "sources": objects,
        ]),
        "Exposures": object(["exposures": objects]),
        "FlagInFull": object([
            "key": text, "type": text, "source": text, "place": text, "metadata": ["type": "object"],
            "variants": ["type": "object"], "reachable": texts, "exposures": ["type": "number"],
            "everybody": ["type": ["object", "null"]],
        ]),
        "Toggle": object(
            [
                "on": flag, "by": text, "uid": ["type": "integer"], "reason": textOrNull, "at": text,
                "until": textOrNull, "forced": flag,
            ]),
        "FeatureRun": object([
            "started": text, "ended": textOrNull, "reason": textOrNull, "evidence": orNull("WorkerEvidence"),
        ]),
        "Worker": object([
            "process": numberOrNull, "resident": numberOrNull, "descriptors": numberOrNull,
            "memory": ["type": "integer"], "hang": text,
        ]),
        "WorkerEvidence": object([
            "process": ["type": "integer"], "began": text, "ended": text, "code": numberOrNull, "signal": numberOrNull,
            "because": textOrNull, "lastLines": texts, "backtrace": texts,
        ]),
        "Proof": object([
            "feature": text, "version": textOrNull, "passed": flag, "seconds": ["type": "number"],
            "cases": [
                "type": "array",
                "items": object([
                    "group": text, "name": text, "passed": flag, "seconds": ["type": "number"],
                ]),
            ], "errors": texts, "warnings": texts,
        ]),
        "Overrides": object(["overrides": ["type": "array", "items": reference("Override")]]),
        "Override": object([
            "target": text, "value": ["type": ["boolean", "string"]], "by": text, "uid": ["type": "integer"],
            "reason": textOrNull, "at": text, "until": textOrNull, "forced": flag,
        ]),
        "OverrideOutcome": object([
            "target": text, "override": orNull("Override"), "replaced": orNull("Override"), "counts": flag,
            "note": textOrNull, "reached": flag, "feature": orNull("FeatureOutcome"),
        ]),
        "FeatureOutcome": object([
            "id": text, "on": flag, "state": text, "reached": flag, "took": text, "stops": texts, "starts": texts,
            "why": texts,
        ]),
        "ReplaceOutcome": object([
            "id": text, "version": textOrNull, "former": textOrNull, "override": orNull("Override"), "handedOver": flag,
            "draining": flag, "state": text, "since": text, "reached": flag, "took": text, "why": texts,
        ]),
        "ToggleOutcome": [
            "allOf": [reference("FeatureOutcome"), object(["until": textOrNull, "replaced": orNull("Toggle")])]
        ],
    ]

    private static let feature = object([
        "id": text, "state": text, "reason": textOrNull, "since": textOrNull, "starts": ["type": "integer"], "on": flag,
        "runsIn": text, "document": ["type": ["boolean", "null"]], "toggle": orNull("Toggle"),
        "rollout": orNull("Override"),
        "version": textOrNull, "stage": textOrNull, "summary": textOrNull,
    ])

    private static let inFull = object([
        "locked": flag, "needs": texts, "after": texts, "needed": texts, "why": texts, "mount": textOrNull,
        "routes": objects, "topics": objects, "flags": objects, "settings": [:], "kit": textOrNull, "folder": text,
        "runs": ["type": "array", "items": reference("FeatureRun")], "keeps": texts, "worker": orNull("Worker"),
    ])

    private static let flag: Value = ["type": "boolean"]
    static let text: Value = ["type": "string"]
    private static let numberOrNull: Value = ["type": ["integer", "null"]]
    static let textOrNull: Value = ["type": ["string", "null"]]
    private static let texts: Value = ["type": "array", "items": ["type": "string"]]
    static let objects: Value = ["type": "array", "items": ["type": "object"]]

    private static func orNull(_ schema: String) -> Value { ["anyOf": [reference(schema), ["type": "null"]]] }

    static func reference(_ schema: String) -> Value { ["$ref": .text("#/components/schemas/\(schema)")] }

    /// An object with all of these members, and maybe more in a later version.
    static func object(_ members: Members) -> Value {
        ["type": "object", "required": .list(members.names.map(Value.text)), "properties": .object(members)]
    }
}
