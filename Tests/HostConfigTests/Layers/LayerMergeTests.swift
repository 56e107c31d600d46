import FeatureKit
import FlagEngine
import TestSupport
import Testing

@testable import HostConfig

/// How several configuration files are merged.
@Suite struct LayerMergeTests {
    @Test func `a stronger document needs only the differences`() throws {
        let checked = checkLayers(
            ["log: debug\nfeatures: {lamp: {settings: {every: 5s, label: a, zones: [x, y]}, log: error}}"],
            remote: "features: {lamp: {settings: {label: b, zones: [z]}}, track: {enabled: false}}")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let content = try #require(checked.content)
        #expect(content.log == .debug)
        #expect(content.features["lamp"]?.log == .error)
        #expect(content.features["lamp"]?.settings?.value["every"] == "5s")
        #expect(content.features["lamp"]?.settings?.value["label"] == "b")
        #expect(content.features["lamp"]?.settings?.value["zones"] == ["z"])
        #expect(content.features["track"]?.isEnabled == false)
    }

    /// Documents, the weakest first, and the merged value.
    static let table: [(local: [String], remote: String?, merged: Value)] = [
        (["{}", "{}"], "{}", [:]),
        (["log: debug", "log:"], nil, ["log": "debug"]),
        (["log:", "log: debug"], "log: ~", ["log": "debug"]),
        (["log: debug"], "log: error", ["log": "error"]),
        (["plugins: [a]", "plugins: [b]"], "plugins: [c]", ["plugins": ["b"]]),
        (["http: {listen: a}"], "http: {listen: b, anonymous: true}", ["http": ["listen": "a"]]),
        (
            ["features: {a: {settings: {x: {y: 1, z: 2}}}}"], "features: {a: {settings: {x: {z: 3}, w: 4}}}",
            ["features": ["a": ["settings": ["x": ["y": 1, "z": 3], "w": 4]]]]
        ),
        // A value that is no mapping on one side replaces the other side as a whole.
        (
            ["features: {a: {settings: {x: {y: 1}}}}"], "features: {a: {settings: {x: 2}}}",
            ["features": ["a": ["settings": ["x": 2]]]]
        ),
        (
            ["features: {a: {settings: {x: 2}}}"], "features: {a: {settings: {x: {y: 1}}}}",
            ["features": ["a": ["settings": ["x": ["y": 1]]]]]
        ),
        // Gates of a feature are replaced as a whole, never merged.
        (
            ["features: {a: {when: {country: ES, city: BCN}}}"], "features: {a: {when: {country: FR}}}",
            ["features": ["a": ["when": ["country": "FR"]]]]
        ),
        (
            ["features: {a: {rollout: 5%, when: {country: ES}}}"], "features: {a: {split: {\"on\": 1, \"off\": 3}}}",
            ["features": ["a": ["when": ["country": "ES"], "split": ["on": 1, "off": 3]]]]
        ),
        (
            ["features: {a: {split: {by: x, shares: {\"on\": 1}}}}"], "features: {a: {split: {\"on\": 3}}}",
            ["features": ["a": ["split": ["on": 3]]]]
        ),
        (
            ["features: {a: {rollout: 5%}}"], "features: {a: {split: , enabled: true}}",
            ["features": ["a": ["rollout": "5%", "enabled": true]]]
        ),
        // A setting whose name is one of those is merged like any other.
        (
            ["features: {a: {settings: {when: {x: 1}}}}"], "features: {a: {settings: {when: {y: 2}}}}",
            ["features": ["a": ["settings": ["when": ["x": 1, "y": 2]]]]]
        ),
        (
            ["features: {ä: {log: info}}"], "features: {\"a\\u0308\": {log: debug}}",
            ["features": ["ä": ["log": "debug"]]]
        ),
    ]

    @Test(arguments: table.indices)
    func `mappings are merged, and other values are replaced`(index: Int) {
        let (local, remote, merged) = Self.table[index]
        #expect(layered(local, remote: remote).merged == merged)
    }

    @Test func `a file that was read before means the same when it is reused, whatever its layer`() {
        func text(_ name: String, _ yaml: String) -> SourceText { SourceText(name: name, bytes: Array(yaml.utf8)) }
        let first = text("1.yaml", "log: debug\nflags: {x: 1}")
        let second = text("2.yaml", "features: {lamp: {loge: 1}}")
        let other = text("2.yaml", "features: {lamp: {log: error}}")
        let previous = HostDocument(LayerTexts(local: [first, second], remote: first), folder: "/venue")
        for layers in [
            LayerTexts(local: [first, second], remote: first), LayerTexts(local: [second]),
            LayerTexts(local: [first, other]), LayerTexts(local: [other, first], remote: second),
            LayerTexts(local: [first], retained: second),
        ] {
            for folder in ["/venue", "/elsewhere"] {
                let fresh = HostDocument(layers, folder: folder)
                let reused = HostDocument(layers, folder: folder, reusing: previous)
                #expect(reused.merged == fresh.merged)
                let (checked, wanted) = (
                    reused.check(against: knownFeatures, secrets: environment),
                    fresh.check(against: knownFeatures, secrets: environment)
                )
                #expect(checked.diagnostics == wanted.diagnostics && checked.faulty == wanted.faulty)
            }
        }
    }

    @Test func `a flag is replaced as a whole, and a document's bucketing applies to its own flags`() throws {
        let checked = checkLayers(
            [
                "bucketing: v1\nmetadata: {team: a}\nflags: {x: {default: \"on\", rollout: 5%, serve: \"off\"}, y: true}",
                "flags: [{key: x, default: \"off\"}, more.yaml]\nsegments: {s: {a: 1}}",
            ], remote: "bucketing: v3\nflags: {y: false}\nsegments: {s: {b: 2}}")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let sets = checked.content?.flags.sources.compactMap { if case .inline(let set) = $0 { set } else { nil } }
        #expect(sets?.map(\.source) == ["1.yaml", "2.yaml", "http://remote"])
        #expect(sets?.map { $0.flags.map(\.key) } == [["x", "y"], ["x"], ["y"]])
        #expect(sets?.map { $0.flags.map(\.bucketing) } == [[.v1, .v1], [.v2], [.v3]])
        #expect(sets?.flatMap { $0.flags.map(\.place.file) } == ["1.yaml", "1.yaml", "2.yaml", "http://remote"])
        #expect(sets?.first?.flags.first?.metadata == ["team": "a"])
        #expect(sets?.last?.flags.first?.metadata.isEmpty == true)
        #expect(
            checked.content?.flags.sources.map { if case .file = $0 { "file" } else { "inline" } }
                == ["inline", "inline", "file", "inline"])
    }

    @Test func `the merged value has flags by key, sources, and each document's own defaults`() {
        let merged = layered(
            [
                "flags: {x: {default: \"on\"}, y: true}\nbucketing: v1",
                "flags: [more.yaml, {key: x, default: \"off\"}]",
            ],
            remote: "flags: {y: 2.10}\nmetadata: {a: 1}"
        ).merged
        #expect(
            merged == [
                "flags": ["x": ["default": "off"], "y": "2.10"], "sources": ["more.yaml"],
                "bucketing": ["1.yaml": "v1"], "metadata": ["http://remote": ["a": 1]],
            ])
    }

    @Test func `the merged value shows no passwords`() {
        let merged = layered([
            """
            features: {a: {settings: {x: "see https://u:p@one/a, ftp://q@two", key: {secret: env:KEY}, mail: a@b.es}}}
            remote: { url: "https://u:p@three/a?token=t", proxy: "http://u:p@four:1/", every: 5s }
            flags: ["https://u:p@five/a?t=1", {url: "http://u:p@six/", every: 5s}, "a@b.yaml"]
            """
        ]).merged
        #expect(
            merged == [
                "features": [
                    "a": [
                        "settings": [
                            "x": "see https://one/a, ftp://two", "key": ["secret": "env:KEY"], "mail": "a@b.es",
                        ]
                    ]
                ],
                "remote": ["url": "https://three/a", "proxy": "http://four:1/", "every": "5s"],
                "sources": ["https://five/a", ["url": "http://six/", "every": "5s"], "a@b.yaml"],
            ])
    }

    @Test func `a json document is read as json`() throws {
        let texts = LayerTexts(
            local: [
                SourceText(name: "a.JSON", bytes: Array(#"{"log": "debug", "features": {"\ud83d\ude00": {}}}"#.utf8)),
                SourceText(name: "b.yaml", bytes: Array("{log: error".utf8)),
                SourceText(name: "c", bytes: Array("{log: error}".utf8), contentType: "application/json"),
            ])
        let checked = HostDocument(texts, folder: "/venue").check(against: knownFeatures, secrets: environment)
        #expect(HostDocument(texts, folder: "/venue").namedFeatures == ["😀"])
        #expect(checked.diagnostics.list.map(\.file) == ["b.yaml", "c"])
    }

    @Test func `paths are relative to the folder, whichever document has them`() throws {
        let checked = checkLayers(
            ["features: {lamp: {settings: {every: 5s}}}"], remote: "features: {lamp: {settings: {capture: laps/1}}}")
        #expect(checked.content?.features["lamp"]?.settings?.value["capture"] == "/venue/laps/1")
    }

    /// Any document merged with nothing, or with itself, is that document.
    @Test func `an empty document changes nothing`() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let texts = (0..<3).map { _ in Self.document(&random, depth: 4) }
            let merged = layered(texts).merged
            #expect(layered(["{}"] + texts, remote: "{}").merged == merged, "seed \(seed)")
            #expect(
                layered([texts[0], "# nothing", texts[1], texts[2], "{features: }"]).merged == merged, "seed \(seed)")
            #expect(layered(texts + [texts[2]]).merged == merged, "seed \(seed)")
        }
    }

    /// What a path leads to comes from the strongest document that says something there.
    @Test func `merging nodes is merging values`() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let texts = (0..<3).map { _ in Self.document(&random, depth: 4) }
            let roots = texts.compactMap { YAMLReader.read(Array($0.utf8)).root }
            let expected = roots.dropFirst().reduce(roots[0].value) { Self.merged($0, $1.value, depth: 0) }
            let isSame = LayerMerge(roots).root.value == expected
            #expect(isSame, "seed \(seed): \(texts)")
            guard isSame else { return }
        }
    }

    private static func merged(_ weak: Value, _ strong: Value, depth: Int, below path: [String] = []) -> Value {
        if strong == .null { return weak }
        let isWhole = path.count == 3 && path[0] == "features" && ["when", "rollout", "split"].contains(path[2])
        guard case .object(var weak) = weak, case .object(let strong) = strong, !isWhole else { return strong }
        if path.count == 2, path[0] == "features",
            ["rollout", "split"].contains(where: { ![nil, .null].contains(strong[$0]) })
        {
            weak["rollout"] = nil
            weak["split"] = nil
        }
        for (name, value) in strong {
            weak[name] = weak[name].map { merged($0, value, depth: depth + 1, below: path + [name]) } ?? value
        }
        return .object(weak)
    }

    private static func document(_ random: inout SeededGenerator, depth: Int) -> String {
        let keys = ["features", "a", "settings", "when", "rollout", "split", "log"]
        func value(_ depth: Int) -> String {
            switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 0 {
            case 0: ["1", "text", "~", "[1, {a: 2}]", "true"].randomElement(using: &random) ?? ""
            default:
                "{"
                    + keys.filter { _ in Bool.random(using: &random) }.map { "\($0): \(value(depth - 1))" }
                    .joined(separator: ", ") + "}"
            }
        }
        return "{features: \(value(depth)), log: \(value(0))}"
    }
}
