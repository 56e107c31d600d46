import HostConfig
import HostRuntime
import Measures
import TestSupport

/// What each step takes, in rounds in which each has its turn.
enum Times {
    private static let rounds = 15

    /// - Parameter peers: Where it lies how long others take to load the document, in milliseconds.
    static func measure(_ document: BigDocument, peers: String) async throws -> [Row] {
        var samples: [String: [Double]] = [:]
        let bytes = Array(document.text.utf8)
        let flagBytes = Array(document.flagText.utf8)
        let (before, after) = (document.changingOneFlag(to: 20), document.changingOneFlag(to: 30))
        var changing = Reload()
        changing.swap(try changing.all(Array(before.utf8)))
        let changed = Array(after.utf8)
        let fresh = Reload()
        let folder = try TestFolder()
        func measure<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
            let start = Uptime.ofThread
            let result = try body()
            samples[name, default: []].append(Double(Uptime.ofThread - start) / 1_000_000)
            return result
        }
        for _ in 0..<rounds {
            _ = measure("libyaml") { Events.count(bytes) }
            let nodes = measure("nodes") { Reload.nodes(bytes) }
            let checked = try measure("check") { try Reload.checked(nodes) }
            let flagNodes = Reload.flagNodes(flagBytes)
            _ = try measure("flags") { try Reload.flags(flagNodes) }
            let orders = fresh.orders(checked)
            let book = fresh.book(orders)
            let program = measure("compile") { fresh.program(book) }
            _ = measure("digest") { fresh.digest(book, program) }
            _ = try measure("plan") { try fresh.plan(orders) }
            try measure("all") { _ = try fresh.all(bytes) }
            let plan = try measure("change") { try changing.all(changed) }
            let start = Uptime.nanoseconds
            try await changing.keep(plan, changed, in: folder.path)
            samples["keep", default: []].append(Double(Uptime.nanoseconds - start) / 1_000_000)
        }
        let libyaml = Row.Peer(name: "libyaml", sample: try Sample(samples["libyaml"] ?? []))
        let loader = try Peers(path: peers).fastest("load")
        return try measured.map { name, words, bar in
            Row(
                words, unit: "ms", ours: try Sample(samples[name] ?? []), bar: bar,
                peer: name == "libyaml" ? loader : libyaml)
        }
    }

    /// A step, what it shows and its bar in milliseconds.
    private static let measured: [(name: String, words: String, bar: Double)] = [
        ("libyaml", "libyaml's events alone", 100), ("nodes", "bytes to nodes", 200),
        ("check", "the check, flags included", 150), ("flags", "flags read", 120), ("compile", "flags compiled", 120),
        ("digest", "the digest", 80), ("plan", "the plan of flags", 200),
        ("keep", "the revision and its splits kept on the disk, by the wall", 150), ("all", "all of it", 400),
        ("change", "all of it, one flag changed", 400),
    ]
}
