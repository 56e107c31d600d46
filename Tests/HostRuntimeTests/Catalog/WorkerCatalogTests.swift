@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
@_spi(Hosting) import FeatureWire
import Glibc
import HostConfig
import HostSystem
import HostWorker
import TestSupport
import Testing

@testable import HostRuntime

/// Libraries that only workers open: opening a deadly one here would end the process.
@Suite struct WorkerCatalogTests {
    private struct Idle: Feature {
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    /// Plays the workers, and notes whom they were asked about.
    private final class Stage: Sendable {
        struct State {
            var asked: [WorkerProgram.Unit] = []
            var together = 0
            var mostTogether = 0
            /// How each feature's worker ends while it describes it.
            var crashes: [String: WorkerEnded] = [:]
            var alive: Set<String> = []
        }

        let folder: TestFolder
        let clock = TestClock()
        let state = Lock(State())

        init() throws { folder = try TestFolder() }

        var asked: [String] { state.withLock { $0.asked.map(\.id) } }

        func catalog() -> FeatureCatalog {
            FeatureCatalog(
                finder: UnitFinder(program: folder["flagstand"]),
                library: Library(copies: PrivateCopies(state: folder["state"])),
                workers: Workers(
                    describe: { [state] unit async throws(WorkerEnded) in
                        let crash = state.withLock { state in
                            state.asked.append(unit)
                            state.together += 1
                            state.mostTogether = max(state.mostTogether, state.together)
                            return state.crashes[unit.id]
                        }
                        for _ in 0..<20 { await Task.yield() }
                        state.withLock { $0.together -= 1 }
                        if let crash { throw crash }
                        return FeatureDescription(FeatureEntry(Idle.self))
                    }, source: { _ in NoWorkers() }), clock: clock.source,
                isAlive: { [state] id in state.withLock { $0.alive.contains(id) } })
        }

        /// Lays a unit into the folder whose library ends whoever opens it.
        func unit(_ id: String, _ manifest: String = "runs: worker", version: Int = 1) throws {
            let text = "id: \(id)\nversion: 1.0.0\nkit: \"1.0\"\nsummary: The \(id).\n\(manifest)\n"
            try folder.write("features/\(id)/feature.yaml", text.utf8)
            _ = try folder.library(
                "features/\(id)/lib\(id)Feature.so",
                """
                #include <stdlib.h>
                __attribute__((constructor)) static void opened(void) { abort(); }
                void *flagstand_feature(void) { abort(); }
                int version = \(version);
                """)
        }

        func look(
            _ catalog: FeatureCatalog, _ ids: Set<String> = ["shop"], ways: [String: RunWay] = [:]
        ) async -> Survey { await catalog.survey([folder["features"]], opening: ids, ways: ways) }
    }

    private struct NoWorkers: WorkerSource {
        func run(
            receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
            connected: @escaping @Sendable (any WireConnection) -> Void
        ) async throws { throw WireError.closed }
    }

    private static let trap = WorkerEnded(
        "it trapped (signal 4, SIGILL)",
        WorkerEvidence(
            process: 1, began: Timestamp(nanoseconds: 0), ended: Timestamp(nanoseconds: 0), end: .signal(SIGILL),
            lastLines: ["hello", "Fatal error: no radio"]))

    @Test func `a library is described once, and never opened here`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        let survey = await stage.look(catalog)
        #expect(survey.diagnostics.isEmpty, "\(survey.diagnostics.text)")
        #expect(survey.loaded.map(\.make.runs) == [.worker])
        #expect(survey.known["shop"]?.runs == .worker && survey.known["shop"]?.settings != nil)
        // Where the document says so, the manifest does not count; and nothing is asked twice.
        let again = await stage.look(catalog, ways: ["shop": .worker])
        #expect(again.loaded.map(\.make) == survey.loaded.map(\.make) && again.loaded[0].entry === survey.loaded[0].entry)
        #expect(stage.asked == ["shop"])
        let unit = try #require(stage.state.withLock { $0.asked.first })
        #expect(unit.library.hasPrefix(stage.folder["state/libraries"]))
        #expect(unit.needed.contains("libc.so.6"))
    }

    @Test func `the document decides where it runs`() async throws {
        let stage = try Stage()
        try stage.unit("shop", "runs: host")
        let survey = await stage.look(stage.catalog(), ways: ["shop": .worker])
        #expect(survey.loaded.map(\.make.runs) == [.worker] && stage.asked == ["shop"])
        // What is not wanted is not looked into.
        let none = await stage.look(stage.catalog(), [])
        #expect(none.loaded.isEmpty && stage.asked == ["shop"])
    }

    @Test func `the same content in another file is the same library`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        let make = await stage.look(catalog).loaded.first?.make
        try stage.unit("shop")
        #expect(await stage.look(catalog).loaded.first?.make == make)
        #expect(stage.asked == ["shop"])
    }

    @Test func `a crash is told, hurts nobody else and is not tried again in a loop`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        try stage.unit("till")
        stage.state.withLock { $0.crashes["shop"] = Self.trap }
        let catalog = stage.catalog()
        let survey = await stage.look(catalog, ["shop", "till"])
        let library = stage.folder["features/shop/libshopFeature.so"]
        let words =
            "cannot be run by a worker: when it was opened, it trapped (signal 4, SIGILL); it wrote last: "
            + "Fatal error: no radio"
        #expect(survey.diagnostics.list.map(\.headline) == ["\(library): error: \(words)"])
        #expect(survey.broken["shop"]?.reason == "its library can't be used: \(words)")
        #expect(survey.loaded.map(\.id) == ["till"])
        for _ in 0..<5 {
            #expect(await stage.look(catalog, ["shop", "till"]).broken["shop"]?.reason == survey.broken["shop"]?.reason)
        }
        #expect(stage.asked.count { $0 == "shop" } == 1)
        // After a while it is, since a machine may have had no room for it.
        stage.state.withLock { $0.crashes = [:] }
        stage.clock.advance(by: DescribedLibraries.patience)
        #expect(await stage.look(catalog, ["shop", "till"]).loaded.map(\.id) == ["shop", "till"])
        #expect(stage.asked.count { $0 == "shop" } == 2 && stage.asked.count { $0 == "till" } == 1)
    }

    @Test func `another content is tried at once after a crash`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        stage.state.withLock { $0.crashes["shop"] = Self.trap }
        let catalog = stage.catalog()
        #expect(await stage.look(catalog).loaded.isEmpty)
        stage.state.withLock { $0.crashes = [:] }
        try stage.unit("shop", version: 2)
        #expect(await stage.look(catalog).loaded.map(\.id) == ["shop"])
    }

    @Test func `what runs stays what it was until it runs no more`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        let first = await stage.look(catalog)
        stage.state.withLock { $0.alive = ["shop"] }
        try stage.unit("shop", version: 2)
        let second = await stage.look(catalog)
        #expect(second.loaded.first?.make == first.loaded.first?.make)
        let folder = stage.folder["features/shop"]
        #expect(
            second.diagnostics.list.map(\.headline) == [
                "\(folder)/libshopFeature.so: warning: is not the one that runs any more; run it with "
                    + "\"flagstand replace shop \(folder)\""
            ])
        stage.state.withLock { $0.alive = [] }
        let third = await stage.look(catalog)
        #expect(third.diagnostics.isEmpty && third.loaded.first?.make != first.loaded.first?.make)
        #expect(stage.asked == ["shop", "shop"])
    }

    @Test func `what runs stays even where its library is gone`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        _ = await stage.look(catalog)
        stage.state.withLock { $0.alive = ["shop"] }
        unsafe unlink(stage.folder["features/shop/libshopFeature.so"])
        let survey = await stage.look(catalog)
        #expect(survey.loaded.map(\.id) == ["shop"] && survey.diagnostics.isEmpty)
        stage.state.withLock { $0.alive = [] }
        #expect(await stage.look(catalog).broken.keys.sorted() == ["shop"])
    }

    @Test func `many are described at the same time, and not all`() async throws {
        let stage = try Stage()
        let ids = (10..<22).map { "f\($0)" }
        for id in ids { try stage.unit(id, version: 1) }
        let survey = await stage.look(stage.catalog(), Set(ids))
        #expect(survey.loaded.map(\.id) == ids)
        let most = stage.state.withLock { $0.mostTogether }
        #expect((2...FeatureCatalog.describedTogether).contains(most))
    }
}
