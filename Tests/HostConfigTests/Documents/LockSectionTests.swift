import FeatureKit
import Testing

@testable import HostConfig

/// What a document says of locked features, without a host that runs any.
@Suite struct LockSectionTests {
    private func check(_ text: String) -> CheckedLayers {
        HostDocument(Array(text.utf8), origin: Origin(name: "plugins.yaml", folder: "/"))
            .check(
                against: [
                    "safe": KnownFeature(summary: "Safe.", settings: .object([]), isLocked: true),
                    "bars": KnownFeature(summary: "Bars.", settings: .object([])),
                ], secrets: SecretStore { _ in nil })
    }

    private func headlines(_ text: String) -> [String] {
        check(text).diagnostics.list.map { String($0.headline.dropFirst("plugins.yaml:".count)) }
    }

    @Test(arguments: ["when: { country: ES }", "rollout: 25%", "rollout: 100%", "split: { on: 1, off: 1 }"])
    func `A gate of a locked feature is an error, whatever its condition`(gate: String) {
        let key = gate.prefix { $0 != ":" }
        let words = "error: safe is locked: everybody has it or nobody, so that \"\(key)\" can't stand here"
        #expect(headlines("features: { safe: { \(gate) } }") == ["1:21: \(words)"])
        #expect(headlines("features: { safe: { enabled: false, \(gate) } }") == ["1:37: \(words)"])
        #expect(headlines("features: { bars: { \(gate) } }") == [])
        #expect(headlines("features: { safe: { \(key): } }") == [], "a key without a value says nothing")
    }

    @Test func `All keys of a gate are reported, also if they come from an anchor`() {
        let told = headlines("features:\n  bars: &gate { rollout: 5%, when: { a: b } }\n  safe: *gate\n")
        #expect(told.map { $0.prefix { $0 != " " } } == ["2:17:", "2:30:"], "\(told)")
    }

    @Test(
        arguments: [
            ("{ enabled: false, force: the season is over }", []),
            ("{ enabled: false, force: 2026 }", []),
            ("{ enabled: false, force: \"\" }", ["1:44: error: must be at least 1 character long, not 0"]),
            ("{ enabled: false, force: \" \\t\" }", ["1:37: error: \"force\" says why; a blank is no reason"]),
            ("{ enabled: false, force: }", []),
            (
                "{ force: over }",
                [
                    "1:21: warning: \"force\" says why a feature is off, beside \"enabled: false\" in the same document; here it "
                        + "says nothing"
                ]
            ),
            (
                "{ enabled: true, force: over }",
                [
                    "1:36: warning: \"force\" says why a feature is off, beside \"enabled: false\" in the same document; here it "
                        + "says nothing"
                ]
            ),
        ] as [(String, [String])])
    func `Force is a reason beside enabled false`(section: String, words: [String]) {
        // Of a feature that is not locked it says the same, and means nothing.
        for id in ["safe", "bars"] { #expect(headlines("features: { \(id): \(section) }") == words) }
    }

    @Test func `A reason has an end`() {
        func words(_ count: Int) -> [String] {
            headlines("features: { safe: { enabled: false, force: \(String(repeating: "x", count: count)) } }")
        }
        #expect(words(500) == [])
        #expect(words(501).count == 1 && words(501)[0].hasPrefix("1:44: error: "))
    }

    @Test func `A feature that is off by force may be unknown`() throws {
        let checked = check("features: { gone: { enabled: false, force: over } }")
        #expect(
            checked.diagnostics.list.map(\.headline) == [
                "plugins.yaml:1:13: warning: unknown feature \"gone\"; is its folder named under plugins?"
            ])
        #expect(checked.content?.forced == ["gone": "over"])
        #expect(check("features: { gone: { enabled: false } }").content == nil)
        #expect(check("features: { gone: { enabled: true, force: over } }").content == nil)
    }

    @Test func `Each document gives its own reasons`() throws {
        func forced(_ local: String, _ remote: String) throws -> [String: String] {
            let texts = LayerTexts(
                local: [SourceText(name: "a.yaml", bytes: Array("features: { safe: \(local) }".utf8))],
                remote: SourceText(name: "b.yaml", bytes: Array("features: { safe: \(remote) }".utf8)))
            let known = ["safe": KnownFeature(summary: "Safe.", settings: .object([]), isLocked: true)]
            let checked = HostDocument(texts, folder: "/").check(against: known, secrets: SecretStore { _ in nil })
            return try #require(checked.usable, "\(checked.diagnostics.text)").forced
        }
        #expect(try forced("{ enabled: false, force: a }", "{}") == ["safe": "a"])
        #expect(try forced("{}", "{ enabled: false, force: b }") == ["safe": "b"])
        #expect(try forced("{ force: a }", "{ enabled: false }") == [:])
        #expect(try forced("{ enabled: false }", "{ force: b }") == [:])
        #expect(try forced("{ enabled: false, force: a }", "{ enabled: false }") == [:])
        #expect(try forced("{ enabled: false, force: a }", "{ enabled: false, force: b }") == ["safe": "b"])
        #expect(try forced("{ enabled: false, force: a }", "{ enabled: true }") == [:])
    }

    @Test func `The schema has the key`() {
        let schema = HostSchema.json(features: [
            "safe": KnownFeature(summary: "Safe.", settings: .object([]), isLocked: true)
        ])
        let force = schema["properties"]?["features"]?["properties"]?["safe"]?["properties"]?["force"]
        #expect(force?["type"] == "string" && force?["minLength"] == 1 && force?["maxLength"] == 500)
    }
}
