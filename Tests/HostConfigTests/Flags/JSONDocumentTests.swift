import FeatureKit
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
