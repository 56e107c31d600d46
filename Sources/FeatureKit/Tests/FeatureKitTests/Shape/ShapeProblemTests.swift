import FeatureKit
import Testing

/// What a reader is told, word for word.
@Suite struct ShapeProblemTests {
    enum Colour: String, CaseIterable { case green, yellow, red }

    private func told(_ value: Value, by shape: Shape) -> [String] { shape.problems(in: value).map(\.description) }

    @Test(
        arguments: [
            (.boolean, "yes", #"must be true or false, not the text "yes""#),
            (.boolean, nil, "must be true or false, not nothing"),
            (.boolean, 1, "must be true or false, not 1"),
            (.integer(), "5", #"must be a whole number, not the text "5""#),
            (.integer(), 5.5, "must be a whole number, not 5.5"),
            (.integer(), true, "must be a whole number, not true"),
            (.integer(in: 1...9), 10, "must be between 1 and 9, not 10"),
            (.integer(in: 1...9), 0, "must be between 1 and 9, not 0"),
            (.integer(in: 1 ... .max), 0, "must be at least 1, not 0"),
            (.integer(in: .min ... -1), 0, "must be at most -1, not 0"),
            (.number(), "x", #"must be a number, not the text "x""#),
            (.number(in: 0...1), 1.5, "must be between 0 and 1, not 1.5"),
            (.number(in: 0...1), 2, "must be between 0 and 1, not 2"),
            (.number(in: 0.5 ... .greatestFiniteMagnitude), 0, "must be at least 0.5, not 0"),
            (.number(in: 0.5 ... .infinity), 0, "must be at least 0.5, not 0"),
            (.number(in: -.infinity ... -1), 0.0, "must be at most -1, not 0.0"),
            (.number(in: 0 ... .infinity), .number(.infinity), "must be a finite number, not inf"),
            (.number(), .number(.infinity), "must be a finite number, not inf"),
            (.number(), .number(.nan), "must be a finite number, not nan"),
            (.text(), 5, "must be a text, not 5"),
            (.text(), [], "must be a text, not a list"),
            (.text(length: 1...5), "", "must be at least 1 character long, not 0"),
            (.text(length: 2...5), "a", "must be at least 2 characters long, not 1"),
            (.text(length: 0...3), "abcd", "must be at most 3 characters long, not 4"),
            (.text(length: 0...1), "ab", "must be at most 1 character long, not 2"),
            (.choice(["a", "b"]), 5, #"must be one of "a", "b", not 5"#),
            (.choice(["a", "b"]), "xyz", #"must be one of "a", "b", not "xyz""#),
            (
                .choice(of: Colour.self), "grene",
                #"must be one of "green", "yellow", "red", not "grene"; did you mean "green"?"#
            ),
            (
                .choice(of: Colour.self), "Red",
                #"must be one of "green", "yellow", "red", not "Red"; did you mean "red"?"#
            ),
            (.duration(), 5, "must be a duration such as 250ms, 5s or 1h30m, not 5"),
            (.duration(), "soon", #"must be a duration such as 250ms, 5s or 1h30m, not the text "soon""#),
            (.duration(), "5 s", #"must be a duration such as 250ms, 5s or 1h30m, not the text "5 s""#),
            (.duration(), "-5s", #"must be a duration such as 250ms, 5s or 1h30m, not the text "-5s""#),
            (.duration(in: .seconds(1) ... .seconds(90)), "0.5s", "must be between 1s and 1m30s, not 0.5s"),
            (.duration(in: .seconds(1) ... .seconds(90)), "2m", "must be between 1s and 1m30s, not 2m"),
            (.timestamp, "yesterday", #"must be a time such as 2026-11-20T14:03:05Z, not the text "yesterday""#),
            (.timestamp, 5, "must be a time such as 2026-11-20T14:03:05Z, not 5"),
            (.path, [:], "must be a path, not a mapping"),
            (.media, "x", #"must be bytes with a media type, not the text "x""#),
            (.list(of: .boolean), [:], "must be a list, not a mapping"),
            (.list(of: .boolean, count: 1...1), [], "must be at least 1 element long, not 0"),
            (.list(of: .boolean, count: 0...2), [true, true, true], "must be at most 2 elements long, not 3"),
            (.map(of: .boolean), [], "must be a mapping, not a list"),
            (.map(of: .boolean, count: 1...1), [:], "must be at least 1 entry long, not 0"),
            (.map(of: .boolean, count: 2...2), [:], "must be at least 2 entries long, not 0"),
            (.object([]), "x", #"must be a mapping, not the text "x""#),
        ] as [(Shape, Value, String)])
    func says(_ shape: Shape, of value: Value, _ text: String) { #expect(told(value, by: shape) == [text]) }

    @Test(
        arguments: [
            (.boolean, true), (.integer(), .integer(.min)), (.integer(in: 1...9), 9), (.number(), 3),
            (.number(in: 0...1), 0.0), (.text(), ""), (.text(length: 3...3), "äöü"), (.choice(["a"]), "a"),
            (.duration(), "0"), (.duration(), "1h30m"), (.timestamp, "2026-11-20T14:03:05Z"), (.path, "x"),
            (.secret, "swordfish"), (.media, ["type": "text/plain", "base64": ""]), (.anything, nil),
            (.list(of: .list(of: .boolean)), [[true], []]), (.map(of: .integer()), ["any name": 1]), (.object([]), [:]),
        ] as [(Shape, Value)])
    func isFine(_ shape: Shape, with value: Value) { #expect(told(value, by: shape) == []) }

    /// A mistake must not show what was written, whatever its type.
    @Test(arguments: [123_456, 1.5, true, nil, ["swordfish"], ["swordfish": 1]] as [Value])
    func neverShowsWhatStandsInPlaceOfASecret(_ value: Value) {
        let words = told(value, by: .secret)
        let kind = ["a whole number", "a number", "true or false", "nothing", "a list", "a mapping"]
        #expect(words.count == 1)
        #expect(kind.contains { words == ["must be a secret, not \($0)"] })
    }

    @Test func tellsAllAtOnceWithPathsInOrder() {
        let zone = Shape.object([
            Field("name", .text(length: 1...8), "Its name."), Field("speed", .integer(in: 0...80), "The limit."),
        ])
        let shape = Shape.object([
            Field("colour", .choice(of: Colour.self), "What it shows."),
            Field("every", .duration(), "How often."),
            Field("zones", .list(of: zone), "Where."),
            Field("limits", .map(of: .integer(in: 1...5)), "How many.", optional: true),
        ])
        let value: Value = [
            "limits": ["a.b": 9, "c": 1], "evry": "1s", "colour": "blue",
            "zones": [["name": "pit", "speed": 81], "pit", ["nmae": "x", "speed": 1, "name": ""]], "extra": 1,
        ]
        #expect(
            told(value, by: shape) == [
                #"colour: must be one of "green", "yellow", "red", not "blue""#,
                #"missing key "every""#,
                "zones[0].speed: must be between 0 and 80, not 81",
                #"zones[1]: must be a mapping, not the text "pit""#,
                "zones[2].name: must be at least 1 character long, not 0",
                #"zones[2].nmae: unknown key "nmae"; did you mean "name"?"#,
                "limits.a.b: must be between 1 and 5, not 9",
                #"evry: unknown key "evry"; did you mean "every"?"#,
                #"extra: unknown key "extra""#,
            ])
        let problems = shape.problems(in: value)
        #expect(problems.filter(\.isAboutKey).map(\.path.description) == ["zones[2].nmae", "evry", "extra"])
        #expect(problems[1].path.isRoot)
    }

    @Test func countsAndElementsAreBothChecked() {
        let shape = Shape.list(of: .integer(in: 0...1), count: 0...1)
        #expect(
            told([0, 5], by: shape) == ["must be at most 1 element long, not 2", "[1]: must be between 0 and 1, not 5"])
    }

    @Test func mediaIsCheckedInside() {
        #expect(
            told(["type": "", "base": "x"], by: .object([Field("icon", .media, "A picture.")]))
                == [#"missing key "icon""#, #"type: unknown key "type""#, #"base: unknown key "base""#])
        #expect(
            told(["type": "", "bytes": "x"], by: .media)
                == [
                    "type: must be at least 1 character long, not 0", #"missing key "base64""#,
                    #"bytes: unknown key "bytes""#,
                ])
        #expect(
            told(["type": "image/png", "base64": "A"], by: .media)
                == [#"base64: must be bytes in base 64, not the text "A""#])
    }

    @Test func longTextsAreCutInMessages() {
        let long = String(repeating: "x", count: 61)
        let cut = String(repeating: "x", count: 57) + "…"
        #expect(told(.text(long), by: .boolean) == [#"must be true or false, not the text "\#(cut)""#])
        #expect(told(.text(long), by: .choice(["a"])) == [#"must be one of "a", not "\#(cut)""#])
        #expect(told([long: 1], by: .object([])) == [#"\#(long): unknown key "\#(cut)""#])
        let fits = String(repeating: "x", count: 60)
        #expect(told(.text(fits), by: .boolean) == [#"must be true or false, not the text "\#(fits)""#])
    }

    /// A letter with a million accents is one character for Swift; a bound on length has to bound memory.
    @Test func lengthsCountCodePoints() {
        let one = "e" + String(repeating: "\u{301}", count: 99)
        #expect(one.count == 1)
        #expect(told(.text(one), by: .text(length: 0...99)) == ["must be at most 99 characters long, not 100"])
        #expect(told(.text(one), by: .text(length: 0...100)) == [])
        #expect(told("🏁", by: .text(length: 1...1)) == [])
    }
}
