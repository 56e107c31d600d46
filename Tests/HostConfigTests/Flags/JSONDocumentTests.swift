import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

/// JSON documents, which come to the same nodes as YAML.
@Suite struct JSONDocumentTests {
    private func read(_ text: String) -> (root: Node?, told: [String]) {
        let bytes = Array(text.utf8)
        let result = JSONDocumentReader.read(bytes)
        let origin = Origin(name: "flags.json", folder: "/")
        return (result.root, Diagnostics(result.findings, origin: origin, bytes: bytes).list.map(\.headline))
    }

    @Test func `every value, exactly as it is written`() {
        let root = read(
            #"{"a": [null, true, false, 1, -0, 1.0, 1e3, 123456789012345678901234567890, "1", ""], "b": {}, "c": []}"#
        ).root
        #expect(
            root?.value == [
                "a": [
                    nil, true, false, 1, 0, 1.0, 1000.0, 1.2345678901234568e29, "1", "",
                ],
                "b": [:], "c": [],
            ])
        guard case .sequence(let list)? = root?[key: "a"]?.content else {
            Issue.record("no list")
            return
        }
        #expect(
            list.map(\.raw) == [
                "null", "true", "false", "1", "-0", "1.0", "1e3", "123456789012345678901234567890", "1", "",
            ])
    }

    @Test func `escapes and pairs of surrogates`() {
        #expect(read(#"{"\u0061\/": "\ud83d\ude00\n\"\\"}"#).root?.value == ["a/": "😀\n\"\\"])
    }

    @Test func `places are counted in characters`() throws {
        let root = try #require(read("{\n  \"ä😀\": [1,\n\t{\"b\": 2}]}").root)
        let entry = try #require(root.entry("ä😀"))
        #expect(entry.keyMark == Mark(line: 2, column: 3))
        #expect(entry.value.mark == Mark(line: 2, column: 9))
        #expect(root.place(of: ValuePath([.member("ä😀"), .element(1), .member("b")])).mark == Mark(line: 3, column: 8))
    }

    @Test func `a byte order mark is passed over`() {
        let result = JSONDocumentReader.read([0xEF, 0xBB, 0xBF] + Array(#"{"a": 1}"#.utf8))
        #expect(result.root?.entry("a")?.keyMark == Mark(line: 1, column: 2))
    }

    @Test(arguments: [
        ("{\"a\": 1,\n \"a\": 2}", #"2:2: error: duplicate key "a""#),
        ("", "1:1: error: there is nothing here; expected a value"),
        ("{\"a\" 1}", #"1:6: error: expected ":" after this name"#),
        ("{\"a\": \"\\ud83d\"}", "1:8: error: half of a surrogate pair"),
        ("{\n\"a\": [1 2]}", #"2:9: error: expected "," or "]""#),
        (String(repeating: "[", count: 40), "1:33: error: more than 32 lists and mappings inside one another"),
    ])
    func `what is wrong is told in words`(text: String, expected: String) {
        #expect(read(text).told == ["flags.json:" + expected])
    }

    @Test(arguments: [
        ("a.json", #"{"flags": {}}"#, true), ("a.json", "{", true), ("a.json", #"{"version": 1, "flags": {}}"#, true),
        ("a.json", #"{"flags": {}, "features": {}}"#, false), ("a.json", #"{"flags": ["b.json"]}"#, false),
        ("a.yaml", "flags: {a: true}", true), ("a.yaml", "segments: {}", true), ("a.yaml", "flags: [{key: a}]", true),
        ("a.yaml", "flags: [b.yaml]", false), ("a.yaml", "flags: [{url: https://a.example}]", false),
        ("a.yaml", "flags: {}\nfetures: {}", false), ("a.yaml", "metadata: {}", false), ("a.yaml", "", false),
    ])
    func `a document of flags is told from that of a host`(name: String, text: String, standsAlone: Bool) {
        let document = FlagDocument(Array(text.utf8), origin: Origin(name: name, folder: "/"))
        #expect(document.standsAlone == standsAlone)
    }

    @Test(arguments: ["deep.json", "deep.yaml"])
    func `expressions may lie as deep as they are evaluated, and deeper ones harm no other flag`(name: String) throws {
        func targeting(_ depth: Int) -> String {
            String(repeating: #"{"if": [true, "#, count: depth) + #""on""# + String(repeating: "]}", count: depth)
        }
        func flag(_ depth: Int) -> String {
            #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "targeting": \#(targeting(depth))}"#
        }
        let text = #"{"flags": {"promised": \#(flag(63)), "deeper": \#(flag(120))}}"#
        let checked = FlagDocument(Array(text.utf8), origin: Origin(name: name, folder: "/")).check()
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        var problems: [FlagProblem] = []
        let program = FlagProgram(
            FlagDefinitions(sets: [try #require(checked.content)]), revision: 1, problems: &problems)
        #expect(problems.map(\.kind) == [.logicTooDeep(most: 64)])
        var evaluator = FlagEvaluator()
        let errors = try ["promised", "deeper"].map { key in
            let flag = try #require(program.flag(key))
            return evaluator.evaluate(flag, of: program, for: FlagContext(), now: 0).error
        }
        #expect(errors == [nil, .parseError])
    }

    @Test(
        arguments: [
            ("flags.json", nil, true), ("https://a.example/FLAGS.JSON?v=1", nil, true), ("flags.yaml", nil, false),
            ("flags", nil, false), ("flags", "application/json; charset=utf-8", true), ("flags", "text/plain", false),
            ("flags.json", "text/plain", true), ("flags.json", "application/yaml", false),
            ("a", "application/flagd+json", true),
        ] as [(String, String?, Bool)])
    func `the type or the name tells JSON from YAML`(name: String, type: String?, isJSON: Bool) {
        let origin = Origin(name: name, folder: "/")
        #expect((DocumentLanguage(of: origin, contentType: type) == .json) == isJSON)
    }
}
