import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

/// What is wrong with documents in layers, each told in its place, and whose fault it is.
@Suite struct LayerCheckTests {
    typealias Row = (local: [String], remote: String?, headlines: [String], faulty: Set<Layer>)

    static let table: [Row] = [
        (["{}", "{}"], "{}", [], []),
        // Every document's mistakes at once, in the order of the documents.
        (
            ["log: warn\nfeature: {}", "features: {lmap: {}}"], "features:\n  track: {enabeld: true}",
            [
                "1.yaml:1:6: error: must be one of \"debug\", \"info\", \"warning\", \"error\", not \"warn\"",
                "1.yaml:2:1: error: unknown key \"feature\"; did you mean \"features\"?",
                "2.yaml:1:12: error: unknown feature \"lmap\"; did you mean \"lamp\"?",
                "http://remote:2:11: error: unknown key \"enabeld\"; did you mean \"enabled\"?",
            ], [.local, .remote]
        ),
        // The same key twice in one document is a mistake, in two documents none.
        (
            ["features: {track: {}}", "features: {track: {}, track: {}}"], nil,
            ["2.yaml:1:23: error: duplicate key \"track\""], [.local]
        ),
        (["features: {track: {}}", "features: {track: {}}"], "features: {track: {}}", [], []),
        // A wrong value is told where it is written, in whatever mapping it ends up.
        (
            ["features: {lamp: {settings: {every: soon}}}"], "features: {lamp: {settings: {label: x}}}",
            ["1.yaml:1:37: error: must be a duration such as 250ms, 5s or 1h30m, not the text \"soon\""], [.local]
        ),
        (
            ["features: {lamp: {settings: {every: 5s}}}"], "features: {lamp: {settings: {every: soon}}}",
            ["http://remote:1:37: error: must be a duration such as 250ms, 5s or 1h30m, not the text \"soon\""],
            [.remote]
        ),
        (["features: {lamp: {settings: {every: soon}}}"], "features: {lamp: {settings: {every: 5s}}}", [], []),
        // What only both together lack is held against the stronger one.
        (
            ["features: {lamp: {enabled: false}}"], "features: {lamp: {enabled: true}}",
            ["http://remote:1:12: error: settings: missing key \"every\""], [.remote]
        ),
        (
            ["features: {lamp: {settings: {label: x}}}"], "features: {lamp: {log: info}}",
            ["1.yaml:1:19: error: missing key \"every\""], [.local]
        ),
        (
            ["features: {lamp: {settings: {label: x}}}"], "features: {lamp: {settings: {count: 1}}}",
            ["http://remote:1:19: error: missing key \"every\""], [.remote]
        ),
        // What can't be read is told beside what the others say by themselves, and nothing that it may hold is missed.
        (
            ["features: {lamp: {settings: {every: 5s", "log: 3\nfeatures: {nobody: {enabled: 3}}"],
            "features: {lamp: {settings: {label: x}}}",
            [
                "1.yaml:1:29: error: this mapping has no end; expected \"}\"",
                "2.yaml:1:6: error: must be one of \"debug\", \"info\", \"warning\", \"error\", not \"3\"",
                "2.yaml:2:30: error: must be true or false, not 3",
            ], [.local]
        ),
        (["log: info", " \n"], nil, ["2.yaml: error: is empty; write {} where nothing shall run"], [.local]),
        (["log: info"], "[1]", ["http://remote:1:1: error: must be a mapping, not a list"], [.remote]),
        (
            ["3", "4"], nil,
            ["1.yaml:1:1: error: must be a mapping, not 3", "2.yaml:1:1: error: must be a mapping, not 4"], [.local]
        ),
        // What is a local document's to say.
        (
            ["plugins: [a]"], "plugins: [b]\nhttp: {listen: a}\nremote: http://x\naccess: {issuers: {}}",
            ["plugins", "http", "remote", "access"].enumerated().map {
                "http://remote:\($0 + 1):1: error: \"\($1)\" is said by a local document, never by a remote one"
            }, [.remote]
        ),
        (["{}"], "plugins:\nhttp: ~\nremote: null", [], []),
        (
            ["flags: [a.yaml, http://b]"], "flags:\n  - a.yaml\n  - {url: http://b}\n  - {key: x, default: \"on\"}",
            [
                "http://remote:2:5: error: a source of flags is named by a local document, never by a remote one",
                "http://remote:3:5: error: a source of flags is named by a local document, never by a remote one",
            ], [.remote]
        ),
        (
            ["features: {lamp: {settings: {every: 5s, key: {secret: env:LAMP_KEY}}}}"],
            "features: {lamp: {settings: {key: {secret: env:PATH}}}}",
            ["http://remote:1:44: error: a secret is referred to by a local document, never by a remote one"],
            [.remote]
        ),
        (
            ["features: {lamp: {settings: {every: 5s, key: {secret: env:LAMP_KEY}}}}"],
            "features: {lamp: {settings: {label: x}}}", [], []
        ),
        // What goes together in one document alone does not in two.
        (["http: {ofrep: {rate: 5/s}}", "http: {ofrep: {burst: 4}}"], nil, [], []),
        (
            ["features: {track: {rollout: 5%}}"], "features: {track: {rollout: 5%, split: {\"on\": 1}}}",
            ["http://remote:1:20: error: \"rollout\" and \"split\" do not go together; write one of them"], [.remote]
        ),
        (["features: {track: {rollout: 5%, split: {\"on\": 1}}}"], "features: {track: {rollout: 5%}}", [], []),
        (
            ["features: {track: {when: {x: {eqq: 1}}}}"], "features: {track: {rollout: 5}}",
            [
                "1.yaml:1:31: error: unknown operator \"eqq\"; did you mean \"eq\"?",
                "http://remote:1:29: error: must be a percentage such as 25%, not \"5\"; did you mean \"5%\"?",
            ], [.local, .remote]
        ),
    ]

    @Test(arguments: table.indices)
    func `each is told in its place`(index: Int) {
        let row = Self.table[index]
        let checked = checkLayers(row.local, remote: row.remote)
        #expect(checked.diagnostics.list.map(\.headline) == row.headlines)
        #expect(checked.faulty == row.faulty)
        #expect((checked.content == nil) == !row.faulty.isEmpty)
    }

    @Test func `lines come from the document that is named`() {
        let checked = checkLayers(
            ["a: 1\nlog: info", "# two\nfeatures: {track: {}, track: {}}"], remote: "# three\n# four\nlog: loud")
        #expect(
            checked.diagnostics.text == """
                1.yaml:1:1: error: unknown key "a"
                a: 1
                ^
                2.yaml:2:23: error: duplicate key "track"
                features: {track: {}, track: {}}
                                      ^
                2.yaml:2:12: note: it stands here first
                features: {track: {}, track: {}}
                           ^
                http://remote:3:6: error: must be one of "debug", "info", "warning", "error", not "loud"
                log: loud
                     ^

                """)
    }

    @Test func `a secret that is written out is told and not shown, covered or not`() {
        let local = "features: {lamp: {settings: {every: 5s, bright: 3, key: opensesame}}}"
        for remote in [nil, "{}", "features: {lamp: {settings: {key: , label: x}}}"] {
            let text = checkLayers([local], remote: remote).diagnostics.text
            #expect(text.contains("1.yaml:1:57: error: a secret is given by reference"))
            #expect(!text.contains("opensesame"), "\(text)")
        }
        let covering = checkLayers([local, "features: {lamp: {settings: {key: {secret: env:LAMP_KEY}}}}"])
        #expect(covering.diagnostics.text.contains("1.yaml:1:57: error: a secret is given by reference"))
        #expect(!covering.diagnostics.text.contains("opensesame"), "\(covering.diagnostics.text)")
    }

    @Test func `a flag with errors harms no other`() throws {
        let checked = checkLayers(
            ["flags: {good: true, bad: {default: 3}}\nlog: debug"], remote: "flags: {worse: {}, better: 5}")
        #expect(checked.content == nil)
        #expect(checked.faulty == [])
        #expect(checked.invalid.map(\.key) == ["bad", "worse"])
        #expect(checked.invalid.map(\.layer) == [.local, .remote])
        let usable = try #require(checked.usable)
        #expect(usable.log == .debug)
        let keys = usable.flags.sources.flatMap { source in
            if case .inline(let set) = source { set.flags.map(\.key) } else { [String]() }
        }
        #expect(keys == ["good", "better"])
        // Anything else that is wrong is more than that.
        #expect(checkLayers(["flags: {bad: {}}\nlog: x"]).usable == nil)
        #expect(checkLayers(["flags: {bad: {}}"], remote: "segments: 3").faulty == [.remote])
    }

    @Test func `many flags with errors are still single flags`() {
        let bad = (0..<300).map { "  bad\($0): {}\n" }.joined()
        let checked = checkLayers(["flags:\n  good: true\n" + bad])
        #expect(checked.diagnostics.list.count == Findings.most)
        #expect(checked.diagnostics.dropped == 200)
        #expect(checked.invalid.count == 300)
        #expect(checked.usable != nil)
    }

    @Test func `what is only odd hides no error`() {
        let odd = (0..<200).map { "  f\($0): {defaultVariant: a, variants: {a: 1}, odd: 1}\n" }.joined()
        let checked = checkLayers(["flags:\n" + odd, "segments: 3"])
        #expect(checked.content == nil)
        #expect(checked.faulty == [.local])
        #expect(checked.diagnostics.list.count == Findings.most)
        #expect(checked.diagnostics.list.last?.headline == "2.yaml:1:11: error: must be a mapping, not 3")
    }

    @Test func `sources are bounded over all documents`() {
        let list = { (name: String) in "flags:\n" + (0..<60).map { "- \(name)\($0).yaml\n" }.joined() }
        #expect(checkLayers([list("a")]).diagnostics.isEmpty)
        #expect(
            checkLayers([list("a"), list("b")]).diagnostics.list.map(\.headline)
                == ["2.yaml:1:1: error: names more than 100 sources"])
        // Flags of their own are no sources of many.
        #expect(checkLayers((0..<100).map { "flags: {f\($0): true}" }).diagnostics.isEmpty)
    }

    @Test func `what keeps a host from starting is told where it is written`() throws {
        let document = layered(["log: info", "http: {listen: [\"127.0.0.1:80\", \"0.0.0.0:80\"]}"])
        let content = try #require(document.check(against: knownFeatures, secrets: environment).content)
        let told = document.startProblems(of: content).list.map(\.headline)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("2.yaml:1:33: error: 0.0.0.0:80: others reach this address") == true)
        #expect(told.first?.hasSuffix("to let everybody in") == true)
    }

    @Test func `a remote document opens no folders`() {
        #expect(layered(["plugins: [a]"], remote: "plugins: [/evil]").pluginFolders == ["/venue/a"])
        #expect(layered(["{}"], remote: "plugins: [/evil]").pluginFolders == [])
        #expect(layered(["features: {a: {}}"], remote: "features: {b: {}}").namedFeatures == ["a", "b"])
    }

    @Test func `what was switched off by going back stays off`() {
        let checked = checkLayers(
            ["features: {track: {}}"], remote: "features: {track: {enabled: true}}",
            retained: "features: {track: {enabled: false}}")
        #expect(checked.content?.features["track"]?.isEnabled == false)
    }

    /// What the fuzzer found: JSON's lines end at LF alone, and a place must not lie behind the line that is shown.
    @Test func `a place lies in its line, whatever ends lines`() {
        let text = SourceText(name: "a.json", bytes: Array("{\"flags\":\r\r\r\r{\"a\" 1}}".utf8))
        let document = HostDocument(LayerTexts(local: [text]), folder: "/venue")
        let diagnostics = document.check(against: knownFeatures, secrets: environment).diagnostics
        #expect(
            diagnostics.text == """
                a.json:1:10: error: expected ":" after this name
                {"flags":
                         ^

                """)
    }
}
