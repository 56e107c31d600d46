import FeatureKit
import TestSupport
import Testing

@testable import HostConfig

@Suite struct NodeTests {
    @Test(
        arguments: [
            ("on", "on"), ("NO", "NO"), ("yes", "yes"), ("2.10", 2.1), ("14:00", "14:00"), ("012", 12), ("0o14", 12),
            ("0xC", 12), ("1_000", "1_000"), ("+5", 5), ("-0", 0), ("1e3", 1000.0), (".5", 0.5), ("1.", 1.0),
            ("1e", "1e"),
            (".", "."), ("-", "-"), (".inf", .number(.infinity)), ("-.INF", .number(-.infinity)), ("nan", "nan"),
            ("0x-1", "0x-1"), ("2027-01-01", "2027-01-01"), ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("True", true), ("tRue", "tRue"), ("~", nil),
            ("Null", nil), ("", nil), ("<<", "<<"),
        ] as [(String, Value)])
    func theCoreSchemaDecidesAndTheTextIsKept(raw: String, value: Value) throws {
        let scalar = Scalar(raw: raw, style: .plain)
        #expect(scalar.value == value)
        #expect(scalar.isNull == (value == .null))
        #expect(Scalar(raw: raw, style: .quoted).value == .text(raw))
        guard raw != "-" else { return }
        let root = try #require(read("a: \(raw)\n").root)
        #expect(root[key: "a"]?.raw == raw)
        #expect(root[key: "a"]?.value == value)
    }

    /// The schema's own expressions beside what reads it byte by byte.
    @Test func randomScalarsAreWhatTheCoreSchemaSays() throws {
        let whole = try Regex("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
        let number = try Regex(
            "[-+]?([.][0-9]+|[0-9]+([.][0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?[.](inf|Inf|INF)|[.](nan|NaN|NAN)")
        let truth = try Regex("true|True|TRUE|false|False|FALSE")
        let nothing = try Regex("|~|null|Null|NULL")
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let parts = [
            "0", "1", "9", "7", "-", "+", ".", "e", "E", "x", "o", "a", "F", ".inf", ".NaN", "null", "true", "~", "É",
        ]
        for _ in 0..<5_000 {
            let raw = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
            let scalar = Scalar(raw: raw, style: .plain)
            let kind =
                switch scalar.value {
                case .integer: "whole"
                case .number: "number"
                case .boolean: "truth"
                case .null: "nothing"
                default: "text"
                }
            let wanted =
                raw.wholeMatch(of: whole) != nil
                ? "whole"
                : raw.wholeMatch(of: number) != nil
                    ? "number"
                    : raw.wholeMatch(of: truth) != nil
                        ? "truth" : raw.wholeMatch(of: nothing) != nil ? "nothing" : "text"
            #expect(kind == wanted, "\(raw), seed \(seed)")
            #expect(scalar.isNull == (wanted == "nothing"), "\(raw), seed \(seed)")
        }
    }

    @Test(arguments: [5, 12, 13, 14, 40]) func aDoubledKeyIsToldHoweverManyThereAre(count: Int) {
        for (first, second) in [(0, count - 1), (count - 2, count - 1), (1, count / 2 + 1)] {
            let keys = (0..<count).map { $0 == second ? "key\(first)" : "key\($0)" }
            let result = read(keys.map { "\($0): {a: 1}\n" }.joined())
            let doubled = result.diagnostics.list
            #expect(doubled.map(\.headline) == ["plugins.yaml:\(second + 1):1: error: duplicate key \"key\(first)\""])
            #expect(doubled.first?.notes.map(\.mark.line) == [first + 1])
        }
        let three = read((0..<count).map { "k\($0): 1\n" }.joined() + "k1: 2\nk1: 3\n").diagnostics.list
        #expect(three.map { $0.notes.map(\.mark.line) } == [[2], [2]])
    }

    @Test func quotesAndBlocksAreTexts() throws {
        let root = try #require(read("a: \"1\"\nb: 'true'\nc: |\n  2\nd: >-\n  null\n").root)
        #expect(root.value == ["a": "1", "b": "true", "c": "2\n", "d": "null"])
    }

    @Test func everythingHasItsPlace() throws {
        let root = try #require(read("\u{FEFF}é: [1, {b: 2}]\r\nc:\r  d: ü x\n").root)
        let list = try #require(root.entry("é"))
        #expect(list.keyMark == Mark(line: 1, column: 1))
        #expect(list.value.mark == Mark(line: 1, column: 4))
        let path = ValuePath([.member("é"), .element(1), .member("b")])
        #expect(root.place(of: path).mark == Mark(line: 1, column: 12))
        #expect(root.place(of: path).keyMark == Mark(line: 1, column: 9))
        #expect(root[key: "c"]?[key: "d"]?.mark == Mark(line: 3, column: 6))
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "--- # nothing\n...\n", "null\n", "\u{FEFF}"])
    func anEmptyDocumentIsAnEmptyMapping(text: String) throws {
        let (root, diagnostics) = read(text)
        #expect(root?.value == [:])
        #expect(diagnostics.isEmpty)
    }

    @Test func numbersAndWordsAreKeysAsTheyAreWritten() throws {
        let (root, diagnostics) = read("1: a\n2.10: b\ntrue: c\n0x1: d\n\"null\": e\n\"<<\": f\n")
        #expect(root?.value == ["1": "a", "2.10": "b", "true": "c", "0x1": "d", "null": "e", "<<": "f"])
        #expect(diagnostics.isEmpty)
    }

    @Test func tagsOfTheCoreSchemaAreHeard() throws {
        let (root, diagnostics) = read("a: !!str 5\nb: !!int \"5\"\nc: !!float 5\nd: !!seq []\ne: !!map {}\nf: !!str\n")
        #expect(root?.value == ["a": "5", "b": 5, "c": 5, "d": [], "e": [:], "f": ""])
        #expect(diagnostics.isEmpty)
    }

    @Test func aliasesRepeatWhatTheyNameAtTheirOwnPlace() throws {
        let root = try #require(read("a: &x {b: [1]}\nc: *x\nd: &x 2\ne: *x\nf: &y k\n*y : 3\n").root)
        #expect(root.value == ["a": ["b": [1]], "c": ["b": [1]], "d": 2, "e": 2, "f": "k", "k": 3])
        #expect(root[key: "c"]?.mark == Mark(line: 2, column: 4))
        #expect(root[key: "c"]?[key: "b"]?.mark == Mark(line: 1, column: 11))
    }

    @Test func whatIsWrongWithNodesIsToldAllAtOnce() {
        let text = """
            a: 1
            ? [b, c]
            : 2
            ? {d: 1}
            : 3
            ~: 4
            ? # nothing
            : 5
            <<: 6
            e: !thing 7
            f: !!binary eA==
            g: !!int x
            h: !!seq {}
            a: 8
            """
        #expect(
            read(text).diagnostics.text == """
                plugins.yaml:2:3: error: a key must be a text, not a list
                ? [b, c]
                  ^
                plugins.yaml:4:3: error: a key must be a text, not a mapping
                ? {d: 1}
                  ^
                plugins.yaml:6:1: error: a key must be a text, not nothing
                ~: 4
                ^
                plugins.yaml:7:2: error: a key must be a text, not nothing
                ? # nothing
                 ^
                plugins.yaml:9:1: error: merge keys "<<" are not part of YAML 1.2; write the keys out
                <<: 6
                ^
                plugins.yaml:10:4: error: unknown tag "!thing"; leave it out
                e: !thing 7
                   ^
                plugins.yaml:11:4: error: unknown tag "!!binary"; leave it out
                f: !!binary eA==
                   ^
                plugins.yaml:12:4: error: the tag "!!int" does not fit this value
                g: !!int x
                   ^
                plugins.yaml:13:4: error: the tag "!!seq" does not fit this value
                h: !!seq {}
                   ^
                plugins.yaml:14:1: error: duplicate key "a"
                a: 8
                ^
                plugins.yaml:1:1: note: it stands here first
                a: 1
                ^

                """)
    }
}
