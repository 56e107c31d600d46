import FeatureKit
import Testing

@testable import HostConfig

@Suite struct ManifestTests {
    static let least = "id: lamp\nversion: 1.2.0\nsummary: A lamp that blinks.\n"

    private func read(_ text: String) -> Checked<Manifest> {
        Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/lamp"))
    }

    @Test func theOneOfTheKitsPageIsRead() throws {
        let checked = read(
            """
            id: lamp                     # lower case letters, digits and dashes
            version: 1.2.0
            summary: A lamp that blinks.
            stage: beta
            locked: true
            needs: [power]
            after: [ble]
            flags:
              lamp.dim: { owner: lamps@circuit.example, expiry: 2027-01-01 }
              lamp.all: { owner: me }
            mount: [/api/v1/lamps, /lights]
            runs: worker
            worker: { memory: 1.5GiB, hang: 3s }
            restart: { most: 3, within: 1m30s }
            """)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let manifest = try #require(checked.content)
        #expect(
            manifest
                == Manifest(
                    id: "lamp", version: "1.2.0", summary: "A lamp that blinks.", stage: .beta, isLocked: true,
                    needs: ["power"], after: ["ble"],
                    flags: [
                        .init(key: "lamp.all", owner: "me", expiry: nil),
                        .init(
                            key: "lamp.dim", owner: "lamps@circuit.example",
                            expiry: Timestamp("2027-01-01T00:00:00Z")),
                    ],
                    mounts: ["/api/v1/lamps", "/lights"], runs: .worker,
                    worker: .init(memory: 3 << 29, hang: .seconds(3)),
                    restart: .init(most: 3, within: .seconds(90))))
    }

    @Test func mostOfItHasDefaults() throws {
        let manifest = try #require(read(Self.least).content)
        #expect(manifest.mounts == ["/api/v1/lamp"])
        #expect(manifest.stage == .stable)
        #expect(manifest.runs == .host && manifest.worker == WorkerSection())
        #expect(manifest.restart == .init(most: 5, within: .seconds(60)))
        #expect(!manifest.isLocked && manifest.needs.isEmpty && manifest.flags.isEmpty)
    }

    @Test func whatItsProcessMayTakeMayBeLeftOutOrBeAPlainNumber() {
        #expect(read(Self.least + "runs: worker").content?.worker == WorkerSection())
        #expect(read(Self.least + "runs: worker\nworker: {}").content?.worker == WorkerSection())
        #expect(read(Self.least + "worker: {memory: 67108864}").content?.worker == WorkerSection(memory: 64 << 20))
        #expect(read(Self.least + "worker: {hang: 2s}").content?.worker == WorkerSection(hang: .seconds(2)))
    }

    @Test func theHostsOwnNameIsTaken() {
        let checked = read(Self.least.replacing("lamp", with: "host"))
        #expect(checked.diagnostics.list.first?.message == "\"host\" is the host itself; take another id")
    }

    /// What is written below the least manifest, and what is wrong with it.
    static let table: [(text: String, headlines: [String])] = [
        ("worker: {memory: 1MiB}", ["4:18: error: \"1MiB\" is too little for a process; the least is 32MiB"]),
        ("worker: {hang: 0s}", ["4:16: error: must be between 1s and 1h, not 0s"]),
        ("worker: {mem: 64MiB}", ["4:10: error: unknown key \"mem\""]),
        ("runs: worker\nworker: 512MiB", ["5:9: error: must be a mapping, not the text \"512MiB\""]),
        ("runs: hots", ["4:7: error: must be one of \"host\", \"worker\", not \"hots\"; did you mean \"host\"?"]),
        (
            "stage: GA",
            ["4:8: error: must be one of \"alpha\", \"beta\", \"stable\", \"deprecated\", not \"GA\""]
        ),
        ("locked: yes", ["4:9: error: must be true or false, not the text \"yes\"; did you mean \"true\"?"]),
        ("nedes: [x]", ["4:1: error: unknown key \"nedes\"; did you mean \"needs\"?"]),
        (
            "needs: [Power, lamp, a, a]",
            [
                "4:9: error: must be an id of lower case letters, digits and dashes that starts with a letter, "
                    + "not the text \"Power\"; did you mean \"power\"?",
                "4:16: error: a feature cannot wait for itself",
                "4:25: error: \"a\" stands here twice",
            ]
        ),
        ("after: ble", ["4:8: error: must be a list, not the text \"ble\""]),
        (
            "topics: {publishes: [lamp.lit]}\nroutes: [a]\nrequests: [a]\nkeeps: [a]\nlinks: [a]\nkit: \"1.0\"",
            ["topics", "routes", "requests", "keeps", "links", "kit"].enumerated().map { line, key in
                "\(line + 4):1: error: \"\(key)\" is made from the code now, by \"flagstand pack\"; take it out of this "
                    + "file"
            }
        ),
        ("mount: []", ["4:1: error: must be a path such as /api/v1/lamp, or a list of such paths"]),
        ("mount: [/a, [/b]]", ["4:1: error: must be a path such as /api/v1/lamp, or a list of such paths"]),
        (
            "mount: [/a, b, /a]",
            [
                "4:13: error: must be a path such as /api/v1/lamp, not the text \"b\"; did you mean \"/b\"?",
                "4:16: error: \"/a\" stands here twice",
            ]
        ),
        (
            "mount: lamp/",
            ["4:8: error: must be a path such as /api/v1/lamp, not the text \"lamp/\"; did you mean \"/lamp\"?"]
        ),
        ("mount: /a/../b", ["4:8: error: must be a path such as /api/v1/lamp, not the text \"/a/../b\""]),
        ("mount: /{x}", ["4:8: error: must be a path such as /api/v1/lamp, not the text \"/{x}\""]),
        (
            "restart: {most: -1, within: 5}",
            [
                "4:17: error: must be between 0 and 1000, not -1",
                "4:29: error: must be a duration such as 250ms, 5s or 1h30m, not the text \"5\"; did you mean \"5s\"?",
            ]
        ),
        (
            "flags: {a b: {owner: x}, c: {owner: \"\", default: 1}, d: {expiry: 2027-02-30}}",
            [
                "4:9: error: must be a name such as lamp.lit: words of letters, digits, \"-\" and \"_\" with dots "
                    + "between them, not the text \"a b\"",
                "4:37: error: must be a sentence on one line, not the text \"\"",
                "4:41: error: \"default\" is made from the code now, by \"flagstand pack\"; take it out of this file",
                "4:54: error: missing key \"owner\"",
                "4:66: error: must be a date such as 2027-01-31, not the text \"2027-02-30\"",
            ]
        ),
        ("flags: {a: on}", ["4:12: error: must be a mapping, not the text \"on\""]),
    ]

    @Test(arguments: table)
    func isToldInWords(text: String, expected: [String]) {
        let checked = read(Self.least + text)
        #expect(checked.diagnostics.list.map(\.headline) == expected.map { "feature.yaml:" + $0 })
        #expect(checked.content == nil)
    }

    @Test func whatIsMissingIsToldAtOnce() {
        #expect(
            read("stage: beta").diagnostics.list.map(\.headline)
                == ["id", "version", "summary"].map { "feature.yaml:1:1: error: missing key \"\($0)\"" })
    }

    @Test func badWordsAreToldBesideBadShapes() {
        let text = "id: Track_Status\nversion: v1.2\nsummary: \"\"\nlocked: 3\n"
        #expect(
            read(text).diagnostics.text == """
                feature.yaml:1:5: error: must be an id of lower case letters, digits and dashes that starts with a \
                letter, not the text "Track_Status"; did you mean "track-status"?
                id: Track_Status
                    ^
                feature.yaml:2:10: error: must be a version such as 1.2.0, not the text "v1.2"
                version: v1.2
                         ^
                feature.yaml:3:10: error: must be a sentence on one line, not the text ""
                summary: ""
                         ^
                feature.yaml:4:9: error: must be true or false, not 3
                locked: 3
                        ^

                """)
    }

    @Test func yamlThatCannotBeReadIsToldAlone() {
        #expect(
            read("id: lamp\n\tversion: 1").diagnostics.list.map(\.headline)
                == ["feature.yaml:2:1: error: a tab cannot indent; use spaces"])
    }
}
