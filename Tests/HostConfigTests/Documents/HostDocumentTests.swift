import FeatureKit
import Testing

@testable import HostConfig

@Suite struct HostDocumentTests {
    @Test func saysWhatRuns() throws {
        let checked = check(
            """
            log: warning
            plugins: [more, ./a//b/../c, /opt/features]
            features:
              lamp:
                settings: { every: 250ms, label: 2.10, capture: laps/on.btsnoop, gain: 2, zones: [on, NO, 14:00, 1.0] }
                log: debug
              track: { enabled: false }
            """)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let document = try #require(checked.content)
        #expect(document.log == .warning)
        #expect(document.pluginFolders == ["/venue/more", "/venue/a/b/../c", "/opt/features"])
        #expect(document.features.keys.sorted() == ["lamp", "lost", "track"])
        let lamp = try #require(document.features["lamp"])
        #expect(lamp.isEnabled)
        #expect(lamp.log == .debug)
        #expect(
            lamp.settings?.value == [
                "every": "250ms", "label": "2.10", "capture": "/venue/laps/on.btsnoop", "gain": 2,
                "zones": ["on", "NO", "14:00", "1.0"], "colour": "green", "bright": false, "count": 1,
            ])
        #expect(
            document.features["track"]
                == CheckedFeature(
                    isEnabled: false, settings: .none(), log: .warning, gate: nil, store: StoreBounds()))
        #expect(
            document.features["lost"]
                == CheckedFeature(isEnabled: false, settings: nil, log: .warning, gate: nil, store: StoreBounds()))
    }

    @Test(arguments: ["", "\n", " \r\n\n"])
    func aBlankDocumentIsAnAccident(text: String) {
        #expect(headlines(text) == ["plugins.yaml: error: is empty; write {} where nothing shall run"])
        #expect(headlines("{}") == [])
        #expect(headlines("# features:\n") == [])
    }

    @Test func `what is wrong with a folder is told where it is named`() {
        let text = "log: info\nplugins: [more, gone]\n"
        let document = HostDocument(Array(text.utf8), origin: Origin(name: "plugins.yaml", folder: "/etc"))
        let found = Diagnostics([
            Diagnostic(.error, file: "/etc/gone", message: "there is no such folder"),
            Diagnostic(.error, file: "/etc/more/lamp", message: "holds nothing"),
        ])
        #expect(
            document.placing(found).list.map(\.headline) == [
                "plugins.yaml:2:17: error: /etc/gone: there is no such folder",
                "/etc/more/lamp: error: holds nothing",
            ])
    }

    @Test func anEmptyDocumentSwitchesEverythingOff() throws {
        let document = try #require(check("features:\n#  lamp: {}\n").content)
        #expect(document.log == .info)
        #expect(document.pluginFolders == [])
        #expect(!document.features.values.contains { $0.isEnabled })
        // The lamp can't do without settings, the track can.
        #expect(document.features["lamp"]?.settings == nil)
        #expect(document.features["track"]?.settings == .none())
    }

    @Test func aFeatureThatIsOffNeedsNoSettingsAndThoseItHasAreChecked() {
        #expect(headlines("features: {lamp: {enabled: false}}") == [])
        #expect(
            headlines("features: {lamp: {enabled: false, settings: {}}}")
                == ["plugins.yaml:1:35: error: missing key \"every\""])
    }

    /// A document and what is wrong with it, word for word.
    static let table: [(text: String, headlines: [String])] = [
        ("feature: {}", ["1:1: error: unknown key \"feature\"; did you mean \"features\"?"]),
        (
            "features:\n  lmap: {}\n  tracks: {enabeld: true}\n",
            [
                "2:3: error: unknown feature \"lmap\"; did you mean \"lamp\"?",
                "3:3: error: unknown feature \"tracks\"; did you mean \"track\"?",
                "3:12: error: unknown key \"enabeld\"; did you mean \"enabled\"?",
            ]
        ),
        (
            "features:\n  track:\n    enabeld: true\n",
            ["3:5: error: unknown key \"enabeld\"; did you mean \"enabled\"?"]
        ),
        ("features:\n  track: {}\n  track: {}\n", ["3:3: error: duplicate key \"track\""]),
        ("features: [track]", ["1:1: error: must be a mapping, not a list"]),
        ("[features]", ["1:1: error: must be a mapping, not a list"]),
        ("features:\n  track:\n", ["2:9: error: must be a mapping, not nothing"]),
        ("features: {track: on}", ["1:19: error: must be a mapping, not the text \"on\""]),
        (
            "features: {track: {enabled: on}}",
            ["1:29: error: must be true or false, not the text \"on\"; did you mean \"true\"?"]
        ),
        (
            "features: {track: {enabled: NO}}",
            ["1:29: error: must be true or false, not the text \"NO\"; did you mean \"false\"?"]
        ),
        ("features: {track: {enabled: \"true\"}}", ["1:29: error: must be true or false, not the text \"true\""]),
        ("features: {track: {enabled: 1}}", ["1:29: error: must be true or false, not 1"]),
        (
            "log: warn",
            ["1:6: error: must be one of \"debug\", \"info\", \"warning\", \"error\", not \"warn\""]
        ),
        (
            "features: {track: {log: Debug}}",
            [
                "1:25: error: must be one of \"debug\", \"info\", \"warning\", \"error\", not \"Debug\"; did you mean "
                    + "\"debug\"?"
            ]
        ),
        ("plugins: more", ["1:10: error: must be a list, not the text \"more\""]),
        (
            "plugins: [a, [b], \"\", ./a, ~]",
            [
                "1:14: error: must be a path, not a list",
                "1:19: error: must be a path, not an empty text or one with a zero byte",
                "1:23: error: \"/venue/a\" stands here twice",
                "1:28: error: must be a path, not nothing",
            ]
        ),
        (
            "features: {lamp: {settings: {every: 5}}}",
            [
                "1:37: error: must be a duration such as 250ms, 5s or 1h30m, not the text \"5\"; did you mean \"5s\"?"
            ]
        ),
        (
            "features: {lamp: {settings: {every: 5 m}}}",
            [
                "1:37: error: must be a duration such as 250ms, 5s or 1h30m, not the text \"5 m\"; did you mean \"5m\"?"
            ]
        ),
        (
            "features: {lamp: {settings: {every: soon}}}",
            ["1:37: error: must be a duration such as 250ms, 5s or 1h30m, not the text \"soon\""]
        ),
        ("features: {lamp: {settings: {every: 2h}}}", ["1:37: error: must be between 10ms and 1h, not 2h"]),
        (
            "features: {lamp: {settings: {every: ~}}}",
            ["1:37: error: must be a duration such as 250ms, 5s or 1h30m, not nothing"]
        ),
        ("features: {lamp: {settings: {every: 5s, label: ~, count: , zones: null}}}", []),
        ("features: {lamp: {settings: {every: 5s, zones: [a, ~]}}}", ["1:52: error: must be a text, not nothing"]),
        ("features: {lamp: {}}", ["1:12: error: settings: missing key \"every\""]),
        ("features:\n  lamp:\n    settings:\n      label: x\n", ["3:5: error: missing key \"every\""]),
        (
            "features: {lamp: {settings: {every: 5s, colour: gren, count: 10, gain: .nan, label: [x]}}}",
            [
                "1:49: error: must be one of \"green\", \"red\", not \"gren\"; did you mean \"green\"?",
                "1:62: error: must be between 1 and 9, not 10",
                "1:72: error: must be a finite number, not nan",
                "1:78: error: must be a text, not a list",
            ]
        ),
        (
            "features: {lamp: {settings: {every: 5s, count: \"3\"}}}",
            ["1:48: error: must be a whole number, not the text \"3\""]
        ),
        (
            "features: {lost: {enabled: true, settings: {a: [1]}}}",
            [
                "1:34: warning: these settings are not checked, because the feature's library could not be loaded"
            ]
        ),
        (
            "features: {lost: {settings: 1}}",
            [
                "1:19: warning: these settings are not checked, because the feature's library could not be loaded",
                "1:29: error: must be a mapping, not 1",
            ]
        ),
    ]

    @Test(arguments: table)
    func isToldInWords(text: String, expected: [String]) {
        let checked = check(text)
        #expect(checked.diagnostics.list.map(\.headline) == expected.map { "plugins.yaml:" + $0 })
        #expect((checked.content == nil) == expected.contains { $0.contains(" error: ") })
    }

    @Test func allOfItIsToldAtOnceWithItsLines() {
        let text = """
            features:
              lmap: { enabled: yes }
              lamp:
                enabled: true
                settings: { every: 5 }
                settings: { every: 6 }
            plugins: 3
            """
        #expect(
            check(text).diagnostics.text == """
                plugins.yaml:2:3: error: unknown feature "lmap"; did you mean "lamp"?
                  lmap: { enabled: yes }
                  ^
                plugins.yaml:2:20: error: must be true or false, not the text "yes"; did you mean "true"?
                  lmap: { enabled: yes }
                                   ^
                plugins.yaml:5:24: error: must be a duration such as 250ms, 5s or 1h30m, not the text "5"; did you \
                mean "5s"?
                    settings: { every: 5 }
                                       ^
                plugins.yaml:6:5: error: duplicate key "settings"
                    settings: { every: 6 }
                    ^
                plugins.yaml:5:5: note: it stands here first
                    settings: { every: 5 }
                    ^
                plugins.yaml:7:10: error: must be a list, not 3
                plugins: 3
                         ^

                """)
    }

    @Test func foldersAreKnownBeforeTheFeaturesAre() {
        let text = "plugins: [a, 1, ~, [b], \"\"]\nfeatures: nonsense\n"
        #expect(HostDocument(Array(text.utf8), origin: origin).pluginFolders == ["/venue/a", "/venue/1"])
        #expect(HostDocument(Array("plugins: [".utf8), origin: origin).pluginFolders == [])
    }

    @Test func manyMistakesCostLittle() {
        let text = "features:\n" + (0..<50_000).map { "  f\($0): 1\n" }.joined()
        let diagnostics = check(text).diagnostics
        #expect(diagnostics.list.count == 100)
        #expect(diagnostics.dropped == 99_900)
    }
}

extension CheckedSettings {
    static func none() -> CheckedSettings { CheckedSettings(value: [:], secrets: [:]) }
}
