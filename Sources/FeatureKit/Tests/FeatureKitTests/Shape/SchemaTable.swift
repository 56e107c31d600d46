import FeatureKit
import Testing

/// Shapes with values that they accept and refuse, for which JSON Schema has to say the same.
///
/// What a schema can't say stands apart: the bounds of a duration, a time's calendar and what is no base 64.
struct SchemaTable {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let shape: Shape
        let accepted: [Value]
        let refused: [Value]
        var beyondSchema: [Value] = []
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "anything", shape: .anything, accepted: [nil, true, 1, 1.5, "x", [1, "a"], ["a": nil]], refused: []),
        Row(name: "boolean", shape: .boolean, accepted: [true, false], refused: [nil, 0, 1, "true", [], [:]]),
        Row(
            name: "integer", shape: .integer(), accepted: [.integer(.min), 0, .integer(.max)],
            refused: [0.5, "1", nil, true, [1]]),
        Row(
            name: "bounded integer", shape: .integer(in: -2...5), accepted: [-2, 0, 5],
            refused: [-3, 6, .integer(.max), 1.5]),
        Row(
            name: "number", shape: .number(),
            accepted: [0, 1.5, -1e300, .number(.greatestFiniteMagnitude), .integer(.max)],
            refused: ["1.5", nil, false, [:]]),
        Row(
            name: "bounded number", shape: .number(in: 0.25...1), accepted: [0.25, 0.5, 1, 1.0],
            refused: [0.2499, 1.0001, 0, 2, -1]),
        Row(
            name: "number with one bound", shape: .number(in: 0 ... .infinity), accepted: [0, 0.0, 1e308],
            refused: [-0.5, -1]),
        Row(name: "text", shape: .text(), accepted: ["", "ä\n🏁"], refused: [1, nil, ["x"], true]),
        Row(
            name: "bounded text", shape: .text(length: 2...3), accepted: ["ab", "abc", "🏁🏁🏁", "äöü", "e\u{301}"],
            refused: ["", "a", "abcd", "🏁", "👩‍👧‍👦"]),
        Row(
            name: "choice", shape: .choice(["on", "off", "auto \"1\""]), accepted: ["on", "off", "auto \"1\""],
            refused: ["On", "", "o", true, nil]),
        Row(
            name: "duration", shape: .duration(),
            accepted: ["0", "0s", "5m", "5ms", "1m5ms", "1h30m", "1.5s", "1d1h1m1s1ms1us1ns", "0.000000001s"],
            refused: [
                "", "5", "5 s", "-5s", "1s1m", "1h1h", ".5s", "1.s", "5S", "1.0000000001s", "12345678901ns", 5, nil,
                "00", " 5s", "5sec", "٥s",
            ],
            beyondSchema: ["9999999999d", "366d"]),
        Row(
            name: "timestamp", shape: .timestamp,
            accepted: ["2026-11-20T14:03:05Z", "2024-02-29T23:59:59.999999999+05:30"], refused: [1, nil, [:]],
            beyondSchema: ["yesterday", "2025-02-29T00:00:00Z", "2026-11-20T14:03:05", "9999-01-01T00:00:00Z"]),
        Row(name: "path", shape: .path, accepted: ["a/b", "/a"], refused: [1, nil, []]),
        Row(
            name: "media", shape: .media, accepted: [["type": "image/png", "base64": "AA=="]],
            refused: [
                ["type": "", "base64": "AA=="], ["type": "a"], ["base64": ""], [:], "AA==", nil,
                ["type": "a", "base64": "", "more": 1],
            ],
            beyondSchema: [["type": "a", "base64": "AA"]]),
        Row(
            name: "list", shape: .list(of: .integer(in: 0...9), count: 1...3), accepted: [[0], [1, 2, 3]],
            refused: [[], [1, 2, 3, 4], [10], ["1"], 1, ["a": 1], nil]),
        Row(
            name: "map", shape: .map(of: .list(of: .boolean), count: 1...2),
            accepted: [["a": []], ["any name": [true], "": [false]]],
            refused: [[:], ["a": [], "b": [], "c": []], ["a": [1]], ["a": true], [], nil]),
        Row(
            name: "object", shape: rich,
            accepted: [
                ["colour": "green", "every": "5s"],
                [
                    "every": "0", "colour": "red", "level": 3, "note": "", "zones": [["name": "pit"]],
                    "limits": ["x": 1],
                ],
            ],
            refused: [
                [:], ["colour": "green"], ["colour": "blue", "every": "5s"],
                ["colour": "green", "every": "5s", "more": 1], ["colour": "green", "every": "5s", "note": nil],
                ["colour": "green", "every": "5s", "zones": [["name": "pit", "id": 1]]],
                ["colour": "green", "every": "5s", "zones": [[:]]], ["colour": "green", "every": "5s", "level": 10],
                [], nil, "x",
            ]),
        Row(name: "nothing", shape: Nothing.shape, accepted: [[:]], refused: [["a": 1], nil, []]),
    ]

    /// A shape with a bit of everything.
    static let rich = Shape.object([
        Field("colour", .choice(["green", "yellow", "red"]), "What the lamp shows."),
        Field("every", .duration(), "How often it blinks."),
        Field("level", .integer(in: 0...9), "How bright.", default: 5),
        Field("note", .text(length: 0...80), "A note.", optional: true),
        Field(
            "zones", .list(of: .object([Field("name", .text(length: 1...8), "Its name.")]), count: 0...4), "Where.",
            default: []),
        Field("limits", .map(of: .number(in: 0 ... .infinity)), "How much.", optional: true),
    ])
}
