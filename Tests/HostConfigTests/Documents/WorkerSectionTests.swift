import FeatureKit
import TestSupport
import Testing

@testable import HostConfig

/// Where features run and what their processes may take, as documents and manifests say it.
@Suite struct WorkerSectionTests {
    /// The host's own, one whose author advises a worker, and one whose author says a little of it.
    private static let features = [
        "bars": KnownFeature(summary: "Bars.", settings: .object([])),
        "shop": KnownFeature(
            summary: "A shop.", settings: .object([]), runs: .worker,
            worker: WorkerSection(memory: 64 << 20, hang: .seconds(3))),
        "till": KnownFeature(
            summary: "A till.", settings: .object([]), worker: WorkerSection(hang: .milliseconds(1_500))),
    ]

    private func read(_ text: String, name: String = "plugins.yaml") -> HostDocument {
        HostDocument(Array(text.utf8), origin: Origin(name: name, folder: "/etc"))
    }

    private func check(_ text: String, name: String = "plugins.yaml") -> CheckedLayers {
        read(text, name: name).check(against: Self.features, secrets: environment)
    }

    @Test(
        arguments: [
            ("features: {}", "bars", RunMode.host), ("features: {bars: {runs: worker}}", "bars", .worker),
            ("features: {bars: {}}", "bars", .host),
            ("features: {}", "shop", .worker), ("features: {shop: {}}", "shop", .worker),
            ("features: {shop: {runs: host}}", "shop", .host),
            ("features: {shop: {enabled: false, runs: host}}", "shop", .host),
        ])
    func `the document decides, else the manifest, else the host`(text: String, feature: String, way: RunMode) {
        #expect(check(text).usable?.features[feature]?.runs == way)
    }

    @Test(
        arguments: [
            ("features: {}", "bars", WorkerBounds(memory: 512 << 20, hang: .seconds(10))),
            ("features: {}", "shop", WorkerBounds(memory: 64 << 20, hang: .seconds(3))),
            ("features: {till: {}}", "till", WorkerBounds(memory: 512 << 20, hang: .milliseconds(1_500))),
            ("features: {shop: {worker: {}}}", "shop", WorkerBounds(memory: 64 << 20, hang: .seconds(3))),
            ("features: {shop: {worker: {hang: 1m}}}", "shop", WorkerBounds(memory: 64 << 20, hang: .seconds(60))),
            (
                "features: {till: {worker: {memory: 1GiB}}}", "till",
                WorkerBounds(memory: 1 << 30, hang: .milliseconds(1_500))
            ),
            ("features: {bars: {worker: {memory: 100000000}}}", "bars", WorkerBounds(memory: 100_000_000)),
        ])
    func `what neither says is as usual, word by word`(text: String, feature: String, bounds: WorkerBounds) {
        #expect(check(text).usable?.features[feature]?.worker == bounds)
    }

    @Test func `JSON has numbers`() {
        let checked = check(
            #"{"features": {"bars": {"runs": "worker", "worker": {"memory": 67108864}}}}"#, name: "p.json")
        #expect(checked.usable?.features["bars"]?.runs == .worker)
        #expect(checked.usable?.features["bars"]?.worker.memory == 64 << 20)
    }

    @Test(
        arguments: [
            (
                "runs: wroker",
                "1:25: error: must be one of \"host\", \"worker\", not \"wroker\"; did you mean \"worker\"?"
            ), ("runs: [host]", "1:19: error: must be one of \"host\", \"worker\", not a list"),
            (
                "worker: {memory: 512MB}",
                "1:36: error: must be a size such as 200MiB, 1GiB or a number of bytes, not the text \"512MB\"; "
                    + "did you mean \"512MiB\"?"
            ), ("worker: {memory: 31MiB}", "1:36: error: \"31MiB\" is too little for a process; the least is 32MiB"),
            ("worker: {memory: 4}", "1:36: error: \"4\" is too little for a process; the least is 32MiB"),
            ("worker: {hang: 500ms}", "1:34: error: must be between 1s and 1h, not 500ms"),
            ("worker: {hangs: 5s}", "1:28: error: unknown key \"hangs\"; did you mean \"hang\"?"),
        ])
    func `what is wrong is told`(section: String, headline: String) {
        let diagnostics = check("features: {bars: {\(section)}}").diagnostics.list
        #expect(diagnostics.map(\.headline) == ["plugins.yaml:\(headline)"])
    }

    @Test func `where features run is known before their libraries are`() {
        let text = "features: {bars: {runs: worker}, shop: {runs: hots}, till: , lost: {runs: host}, more: [runs]}"
        #expect(read(text).ways == ["bars": .worker, "lost": .host])
        #expect(read("features: [runs]").ways == [:])
    }

    @Test func `a stronger document says where a feature runs`() {
        let layers = LayerTexts(
            local: [
                SourceText(name: "10.yaml", bytes: Array("features: {bars: {runs: worker, worker: {hang: 5s}}}".utf8)),
                SourceText(
                    name: "20.yaml", bytes: Array("features: {bars: {runs: host, worker: {memory: 1GiB}}}".utf8)),
            ])
        let document = HostDocument(layers, folder: "/etc")
        #expect(document.ways == ["bars": .host])
        let bars = document.check(against: Self.features, secrets: environment).usable?.features["bars"]
        #expect(bars?.runs == .host && bars?.worker == WorkerBounds(memory: 1 << 30, hang: .seconds(5)))
    }

    @Test func `editors know both ways to write the memory`() {
        let bars = HostSchema.json(features: Self.features)["properties"]?["features"]?["properties"]?["bars"]
        #expect(bars?["properties"]?["runs"]?["enum"] == ["host", "worker"])
        let worker = bars?["properties"]?["worker"]?["properties"]
        #expect(worker?["memory"]?["type"] == ["string", "integer"])
        #expect(worker?["hang"]?["type"] == "string")
    }
}
