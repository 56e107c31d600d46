@_spi(Hosting) import FeatureKit
import FlagEngine

/// The JSON Schema of flags in configuration files, for editors; the reader checks more than it says.
enum FlagSchema {
    /// The schema of a host's document with what it lacks about flags.
    static func completing(_ schema: Value) -> Value {
        var schema = schema
        for (name, part) in parts { schema = schema.completing(["properties", name], with: part) }
        let features = ["properties", "features", "properties"]
        for id in schema.members(at: features[...]) {
            for (name, part) in gate { schema = schema.completing(features + [id, "properties", name], with: part) }
        }
        guard case .object(var members) = schema else { return schema }
        members["$defs"] = .object(definitions)
        return .object(members)
    }

    private static let parts: [(String, Members)] = [
        ("flags", ["anyOf": [["type": "object", "additionalProperties": flag], list(of: source)]]),
        ("segments", ["type": "object", "additionalProperties": reference("condition")]),
        ("bucketing", bucketing), ("metadata", metadata), ("$evaluators", ["type": "object"]),
        ("remote", ["anyOf": [["type": "string"], remote]]),
    ]

    private static let gate: [(String, Members)] = [
        ("when", ["$ref": "#/$defs/condition"]), ("rollout", percentage), ("split", ["$ref": "#/$defs/split"]),
    ]

    private static let definitions: Members = [
        "condition": [
            "type": "object",
            "properties": [
                "segment": ["anyOf": [["type": "string"], list(of: ["type": "string"])]],
                "and": list(of: reference("condition")), "or": list(of: reference("condition")),
                "not": reference("condition"),
                "attribute": ["type": "object", "additionalProperties": reference("clause")],
            ],
            "additionalProperties": reference("clause"),
        ],
        "clause": [
            "anyOf": [
                ["type": ["string", "number", "boolean", "array"]],
                [
                    "type": "object", "additionalProperties": false,
                    "properties": .object(Members(ClauseTest.allCases.map { ($0.rawValue, [:]) })),
                ],
            ]
        ],
        "split": [
            "type": "object", "additionalProperties": ["type": ["number", "string", "object"]],
            "properties": ["by": ["type": ["string", "number"]], "seed": ["type": ["string", "number"]]],
        ],
        "rule": ["type": "object", "additionalProperties": false, "properties": .object(rule)],
        "flag": ["type": "object", "additionalProperties": false, "properties": .object(flagMembers)],
    ]

    private static let rule: Members = [
        "name": ["type": "string"], "when": reference("condition"), "serve": ["type": "string"],
        "split": reference("split"), "rollout": .object(percentage),
    ]

    private static let flagMembers: Members = [
        "key": ["type": "string"], "description": ["type": "string"], "owner": ["type": "string"],
        "expires": ["type": "string"], "enabled": ["type": "boolean"], "state": ["enum": ["ENABLED", "DISABLED"]],
        "variants": ["type": "object", "minProperties": 1], "default": name, "off": name, "defaultVariant": name,
        "requires": ["type": "object"], "rules": list(of: reference("rule")), "when": reference("condition"),
        "serve": ["type": "string"], "split": reference("split"), "rollout": .object(percentage),
        "targeting": ["type": ["object", "null"]], "bucketing": .object(bucketing), "metadata": .object(metadata),
        "exposures": .object(percentage), "silence": ["type": ["array", "string"]],
    ]

    private static let flag: Value = [
        "anyOf": [["type": ["string", "number", "boolean"]], ["$ref": "#/$defs/flag"]]
    ]

    private static let source: Value = [
        "anyOf": [
            ["type": "string"], ["$ref": "#/$defs/flag"],
            [
                "type": "object", "additionalProperties": false,
                "properties": .object(
                    Members(
                        [("file", ["type": "string"]), ("bucketing", .object(bucketing))]
                            + address.map { ($0.name, $0.value) })),
            ],
        ]
    ]

    private static let remote: Value = [
        "type": "object", "additionalProperties": false, "required": ["url"], "properties": .object(address),
    ]

    private static let address: Members = [
        "url": ["type": "string"], "every": ["type": "string"], "timeout": ["type": "string"],
        "bearer": .object(Shape.secret.schema), "proxy": ["type": "string"],
    ]

    private static let name: Value = ["type": ["string", "null"]]
    private static let bucketing: Members = ["enum": .list(Bucketing.allCases.map { .text($0.rawValue) })]
    private static let percentage: Members = ["type": "string", "pattern": "^[0-9]+(\\.[0-9]{1,6})?%$"]
    private static let metadata: Members = [
        "type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]],
    ]

    private static func list(of element: Value) -> Value { ["type": "array", "items": element] }
    private static func reference(_ name: String) -> Value { ["$ref": .text("#/$defs/\(name)")] }
}

extension Value {
    /// The value with more members where a path leads to an object; those that are there stay.
    fileprivate func completing(_ path: [String], with others: Members) -> Value {
        changing(path[...]) { part in
            guard case .object(var members) = part else { return part }
            for (name, value) in others where members[name] == nil { members[name] = value }
            return .object(members)
        }
    }

    /// The names of the members where a path leads to an object.
    fileprivate func members(at path: ArraySlice<String>) -> [String] {
        guard case .object(let members)? = path.reduce(Optional(self), { $0?[$1] }) else { return [] }
        return members.names
    }
}
