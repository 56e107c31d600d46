@_spi(Hosting) import FeatureKit
import TestSupport
import Testing

@testable import HostConfig

/// How much features may keep, as documents say it.
@Suite struct StoreSectionTests {
    private func check(_ text: String, name: String = "plugins.yaml") -> CheckedLayers {
        HostDocument(Array(text.utf8), origin: Origin(name: name, folder: "/etc"))
            .check(against: ["bars": KnownFeature(summary: "Bars.", settings: .object([]))], secrets: environment)
    }

    @Test(
        arguments: [
            ("{}", StoreBounds()), ("{store: {}}", StoreBounds()),
            ("{store: {documents: 50000, bytes: 200MiB}}", StoreBounds(documents: 50_000, bytes: 200 << 20)),
            ("{store: {documents: 0}}", StoreBounds(documents: 0)), ("{store: {bytes: 0}}", StoreBounds(bytes: 0)),
            ("{store: {bytes: 1000}}", StoreBounds(bytes: 1_000)),
            ("{enabled: false, store: {bytes: \"1.5KiB\"}}", StoreBounds(bytes: 1_536)),
        ])
    func `bounds are read, or are the usual ones`(section: String, bounds: StoreBounds) {
        #expect(check("features: {bars: \(section)}").usable?.features["bars"]?.store == bounds)
    }

    @Test func `JSON has numbers`() {
        let checked = check(#"{"features": {"bars": {"store": {"bytes": 4096}}}}"#, name: "plugins.json")
        #expect(checked.usable?.features["bars"]?.store.bytes == 4_096)
    }

    @Test func `who is not named has the usual bounds`() {
        #expect(check("features: {}").usable?.features["bars"]?.store == StoreBounds())
    }

    @Test(
        arguments: [
            (
                "200MB",
                "must be a size such as 200MiB, 1GiB or a number of bytes, not the text \"200MB\"; "
                    + "did you mean \"200MiB\"?"
            ),
            (
                "1 gib",
                "must be a size such as 200MiB, 1GiB or a number of bytes, not the text \"1 gib\"; "
                    + "did you mean \"1GiB\"?"
            ),
            ("-1", "must be a size such as 200MiB, 1GiB or a number of bytes, not the text \"-1\""),
            ("much", "must be a size such as 200MiB, 1GiB or a number of bytes, not the text \"much\""),
        ])
    func `what is no size is told`(bytes: String, words: String) {
        let diagnostics = check("features: {bars: {store: {bytes: \(bytes)}}}").diagnostics.list
        #expect(diagnostics.map(\.headline) == ["plugins.yaml:1:34: error: \(words)"])
    }

    @Test func `a misspelt bound is told, and one that is too much`() {
        let diagnostics = check("features: {bars: {store: {document: 5, documents: -1}}}").diagnostics.list
        #expect(
            diagnostics.map(\.headline) == [
                "plugins.yaml:1:27: error: unknown key \"document\"; did you mean \"documents\"?",
                "plugins.yaml:1:51: error: must be between 0 and 1000000000, not -1",
            ])
    }

    @Test func `editors know both ways to write a size`() {
        let schema = HostSchema.json(features: ["bars": KnownFeature(summary: "Bars.", settings: .object([]))])
        let store = schema["properties"]?["features"]?["properties"]?["bars"]?["properties"]?["store"]
        #expect(store?["properties"]?["bytes"]?["type"] == ["string", "integer"])
        #expect(store?["properties"]?["documents"]?["type"] == "integer")
    }
}
