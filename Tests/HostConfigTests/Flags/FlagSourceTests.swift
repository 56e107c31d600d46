import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

/// Where a host's document says that flags are, and who may have its features.
@Suite struct FlagSourceTests {
    @Test func `flags of the document itself`() throws {
        let checked = check("flags: {a: true}\nsegments: {s: {x: 1}}\nmetadata: {team: shop}\nbucketing: v1")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        guard case .inline(let set)? = checked.content?.flags.sources.first else {
            Issue.record("\(String(describing: checked.content?.flags))")
            return
        }
        #expect(checked.content?.flags.sources.count == 1)
        #expect(set.source == "plugins.yaml")
        #expect(set.flags.map(\.key) == ["a"])
        #expect(set.flags.map(\.bucketing) == [.v1])
        #expect(set.flags.map(\.metadata) == [Members([("team", "shop")])])
        #expect(set.segments.map(\.name) == ["s"])
    }

    @Test func `sources keep their order, with flags between them`() {
        let checked = check(
            """
            flags:
              - flags.yaml
              - { key: a, default: "on" }
              - { key: b, default: "on" }
              - https://flags.example/prod.json
              - { url: "http://flags.example/eu.json", every: 10s, timeout: 5s, bucketing: v3 }
              - { file: /etc/legacy.json, bucketing: v1 }
              - { key: c, default: "on" }
            """)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let told = checked.content?.flags.sources.map { source in
            switch source {
            case .inline(let set): "inline " + set.flags.map(\.key).joined(separator: " ")
            case .file(let path, let bucketing): "\(path) \(bucketing?.rawValue ?? "-")"
            case .url(let address, let bucketing):
                "\(address.url) \(address.every) \(address.timeout) \(bucketing?.rawValue ?? "-")"
            }
        }
        #expect(
            told == [
                "/venue/flags.yaml -", "inline a b", "https://flags.example/prod.json 30.0 seconds 10.0 seconds -",
                "http://flags.example/eu.json 10.0 seconds 5.0 seconds v3", "/etc/legacy.json v1", "inline c",
            ])
    }

    @Test func `sources are bounded`() {
        let list = (0...FlagReader.mostSources).map { "- \($0).yaml\n" }.joined()
        #expect(headlines("flags:\n" + list) == ["plugins.yaml:1:1: error: names more than 100 sources"])
    }

    @Test(arguments: ["{}", "flags: {}", "flags: []", "flags:", "{flags: , segments: , metadata: , bucketing: }"])
    func `no flags`(text: String) {
        let checked = check(text)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let flags = checked.content?.flags.sources.flatMap { source in
            if case .inline(let set) = source { set.flags } else { [FlagDefinition]() }
        }
        #expect(flags?.isEmpty == true)
    }

    @Test(
        arguments: [
            ("flags: hello", [#"1:8: error: must be a mapping of flags, or a list of sources, not the text "hello""#]),
            (
                "flags: [[a]]",
                [
                    #"1:9: error: must be a source: a file, an address, or a mapping with "file", "url" or "key", not a list"#
                ]
            ),
            (
                "flags: [{bucketing: v1}]",
                [
                    #"1:9: error: must be a source: a file, an address, or a mapping with "file", "url" or "key", not a "#
                        + "mapping"
                ]
            ),
            (
                "flags: [\"ftp://flags.example\"]",
                [#"1:9: error: must be an address that begins with http:// or https://, not "ftp://flags.example""#]
            ),
            (
                "flags: [{url: flags.example}]",
                [#"1:15: error: must be an address that begins with http:// or https://, not "flags.example""#]
            ),
            (
                "flags: [{file: a, url: \"http://b\"}]",
                [#"1:19: error: "file" and "url" do not go together; write one of them"#]
            ),
            (
                "flags: [{file: a, every: 5s}]",
                [#"1:19: error: "every" goes with "url"; a file is read when it changes"#]
            ),
            (
                "flags: [{url: \"http://b\", every: 5}]",
                [#"1:34: error: must be a duration such as 30s, not 5; did you mean "5s"?"#]
            ),
            ("flags: [{url: \"http://b\", every: 5ms}]", ["1:34: error: must be from 1s to 1d, not 5ms"]),
            ("flags: [{url: \"http://b\", timeout: 5m}]", ["1:36: error: must be from 100ms to 1m, not 5m"]),
            ("flags: [{url: \"http://b\", evry: 5s}]", [#"1:27: error: unknown key "evry"; did you mean "every"?"#]),
            ("segments: {s: ES}", [#"1:15: error: must be a condition: a mapping of attributes, not the text "ES""#]),
            (
                "features: {lamp: {enabled: false, rollout: 5}}",
                [#"1:44: error: must be a percentage such as 25%, not "5"; did you mean "5%"?"#]
            ),
            (
                "features: {lamp: {enabled: false, rollout: 5%, split: {\"on\": 1}}}",
                [#"1:35: error: "rollout" and "split" do not go together; write one of them"#]
            ),
            (
                "features: {lamp: {enabled: false, split: {onn: 1}}}",
                [#"1:43: error: unknown variant "onn"; did you mean "on"?"#]
            ),
            (
                "features: {lamp: {enabled: false, when: ES}}",
                [#"1:41: error: must be a condition: a mapping of attributes, not the text "ES""#]
            ),
        ] as [(String, [String])])
    func `what is wrong is told in words`(text: String, expected: [String]) {
        #expect(headlines(text) == expected.map { "plugins.yaml:" + $0 })
    }

    @Test func `a feature's gate`() throws {
        let checked = check(
            """
            features:
              track: { enabled: true, rollout: 25%, when: { country: ES } }
              lamp: { enabled: false, split: { by: deviceId, shares: { "on": 50% } } }
              lost: { enabled: true, when: , rollout: }
            """)
        #expect(!checked.diagnostics.hasErrors, "\(checked.diagnostics.text)")
        let features = try #require(checked.content?.features)
        let place = FlagPlace(file: "plugins.yaml", line: 2, column: 27)
        #expect(
            features["track"]?.gate
                == FeatureGate(
                    condition: .clause(
                        Clause(
                            attribute: "country", test: .eq, operand: "ES",
                            place: FlagPlace(file: "plugins.yaml", line: 2, column: 58))),
                    split: .rollout(of: "on", to: 25_000_000, seed: "feature.track", place: place),
                    place: FlagPlace(file: "plugins.yaml", line: 2, column: 3)))
        #expect(features["lamp"]?.gate?.split?.attribute == "deviceId")
        #expect(features["lamp"]?.gate?.split?.seed == "feature.lamp")
        #expect(features["lost"]?.gate == nil)
    }
}
