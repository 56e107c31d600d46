import FeatureKit
import TestSupport
import Testing

@testable import JSON

/// The gate says what the kit's own check says.
@Suite(.timeLimit(.minutes(1))) struct ShapeGateTests {
    private func expectSame(_ shape: Shape, _ value: Value, _ place: SourceLocation = #_sourceLocation) throws {
        var reader = JSONReader()
        let tape = try reader.read(Array(value.json.utf8).span)
        let problems = shape.problems(in: value)
        #expect(ShapeGate(shape).accepts(tape) == problems.isEmpty, "\(value.json): \(problems)", sourceLocation: place)
    }

    @Test(arguments: Seeds.forThisRun(count: 100))
    func `of random shapes and values`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shape = random.shape()
        for _ in 0..<10 {
            var value = random.value(of: shape)
            #expect(shape.problems(in: value).isEmpty)
            try expectSame(shape, value)
            for _ in 0..<3 {
                value = random.changed(value)
                try expectSame(shape, value)
            }
        }
        try expectSame(shape, random.value())
    }

    /// What is absent is filled in, on every level, and only there.
    @Test(arguments: Seeds.forThisRun(count: 100))
    func `of what is filled in`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shape = random.shape()
        for round in 0..<8 {
            var value = random.value(of: shape)
            if round.isMultiple(of: 2) { value = random.changed(value) }
            var reader = JSONReader()
            let tape = try reader.read(Array(value.json.utf8).span)
            let wanted = shape.completed(value)
            let found = try tape.decoded(as: Value.self, by: shape)
            #expect(found == wanted, "\(value.json)")
            #expect(found.json == wanted.json)
        }
    }

    @Test func `at the bounds`() throws {
        for number: Value in [-1, 0, 1, 5, 6, 0.0, 4.9, 5.0, 5.1, -0.0, "5", nil, true] {
            try expectSame(.integer(in: 0...5), number)
            try expectSame(.number(in: 0...5), number)
            try expectSame(.number(in: 0.5...5), number)
        }
        for number: Value in [.integer(.min), .integer(.max), .number(1e300), .integer(9_007_199_254_740_993)] {
            try expectSame(.integer(), number)
            try expectSame(.integer(in: .min...0), number)
            try expectSame(.number(), number)
            try expectSame(.number(in: 0...9_007_199_254_740_992), number)
        }
        for text in [
            "", "a", "ab", "abc", "é", "e\u{301}", "😀", "😀é", "\n", "\u{0}\u{1}", "\u{2028}ab", "abcdefgh", "\"",
        ] {
            try expectSame(.text(length: 1...2), .text(text))
            try expectSame(.text(length: 0...0), .text(text))
            try expectSame(.choice(["a", "é", "😀", "\n", "abcdefgh"]), .text(text))
            try expectSame(.choice([]), .text(text))
            try expectSame(.path, .text(text))
            try expectSame(.secret, .text(text))
            try expectSame(.boolean, .text(text))
        }
        for text in [
            "5s", "0", "1m", "61s", "1m1s", "5", "-5s", "5s5m", "", "1.5s", "1e3s", "0.0000000001s", "99999999999d",
        ] {
            try expectSame(.duration(), .text(text))
            try expectSame(.duration(in: .seconds(1) ... .seconds(60)), .text(text))
        }
        for text in ["2026-11-20T14:03:05Z", "2026-11-20T14:03:05.25+01:00", "2026-11-20", "2026-02-29T00:00:00Z"] {
            try expectSame(.timestamp, .text(text))
        }
        for count in 0...4 {
            try expectSame(.list(of: .boolean, count: 1...3), .list(Array(repeating: true, count: count)))
            try expectSame(.list(of: .boolean), .list(Array(repeating: 1, count: count)))
            let members = Members((0..<count).map { ("\($0)", true) })
            try expectSame(.map(of: .boolean, count: 1...3), .object(members))
            try expectSame(.map(of: .integer()), .object(members))
        }
    }

    @Test func `of media`() throws {
        let values: [Value] = [
            ["type": "image/png", "base64": "ZmxhZw=="], ["type": "image/png", "base64": "ZmxhZw="],
            ["type": "", "base64": ""], ["type": "a", "base64": ""], ["type": "a"], ["base64": ""], [:], "x",
            ["type": "a", "base64": "", "more": 1], ["type": "a", "base64": 5], ["base64": "AAAA", "type": "a"],
            ["type": "a", "base64": "A\u{0}=="], ["type": "a", "base64": "AB=="], ["type": "a", "base64": "AA=A"],
        ]
        for value in values { try expectSame(.media, value) }
        for most in 0...5 { for value in values { try expectSame(.media(upTo: most), value) } }
    }

    private let lamp = Shape.object([
        Field("name", .text(), "Its name."),
        Field("colour", .choice(["red", "green"]), "Its colour.", default: "green"),
        Field("é", .integer(), "With an accent.", optional: true), Field("K", .integer(), "A letter.", optional: true),
    ])

    @Test func `of names`() throws {
        let texts = [
            #"{"name":"x"}"#, #"{"n\u0061me":"x"}"#, #"{"name":"x","é":1}"#, #"{"name":"x","e\u0301":1}"#,
            #"{"name":"x","\u212a":1}"#, #"{"name":"x","K":1}"#, #"{"K":1,"name":"x","colour":"red"}"#,
            #"{"Name":"x"}"#,
            #"{"name":"x","nam":1}"#, #"{"name":"x","names":1}"#, #"{"name":"x","":1}"#, #"{}"#, #"{"colour":"red"}"#,
            #"{"colour":"blue","name":"x"}"#, #"{"name":"x","name ":1}"#, #"{"name":"x","name\u0000":1}"#,
        ]
        for text in texts {
            try expectSame(lamp, Value(json: text))
            var reader = JSONReader()
            let tape = try reader.read(Array(text.utf8).span)
            #expect(try tape.decoded(as: Value.self, by: lamp) == lamp.completed(Value(json: text)))
        }
    }

    @Test func `a Shape with a field twice lets nothing through`() throws {
        let shape = Shape.object([Field("a", .boolean, "One."), Field("a", .boolean, "Another.")])
        var reader = JSONReader()
        #expect(try !ShapeGate(shape).accepts(reader.read(Array(#"{"a":true}"#.utf8).span)))
    }

    @Test func `one with very many fields`() throws {
        let names = (0..<300).map { "field-\($0)" }
        let shape = Shape.object(names.map { Field($0, .integer(), "A field.") })
        try expectSame(shape, .object(Members(names.map { ($0, 1) })))
        try expectSame(shape, .object(Members(names.reversed().map { ($0, 1) })))
        try expectSame(shape, .object(Members(names.dropLast().map { ($0, 1) })))
    }
}
