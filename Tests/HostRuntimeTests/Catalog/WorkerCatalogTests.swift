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

/// Libraries that only workers open: opening one of these here would end the process.
@Suite struct WorkerCatalogTests {
    private struct Idle: Feature {
        static let contracts: [Contract] = [.publishes(Topic<Int>("shop.sold"))]
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    /// Units in a folder, and a catalog of them.
    private final class Stage: Sendable {
        let folder: TestFolder
        let alive = Lock<Set<String>>([])

        init() throws { folder = try TestFolder() }

        func catalog(opensLibraries: Bool = true) -> FeatureCatalog {
            FeatureCatalog(
                finder: UnitFinder(program: folder["flagstand"]),
                library: Library(copies: PrivateCopies(state: folder["state"])),
                workers: Workers(
                    describe: { _ async throws(WorkerEnded) in throw WorkerEnded("nobody describes anything here", nil)
                    },
                    check: { _, _ async throws(WorkerEnded) in [] }, source: { _ in NoWorkers() }),
                opensLibraries: opensLibraries, isAlive: { [alive] id in alive.withLock { $0.contains(id) } })
        }

        /// Writes a unit whose library ends any process that opens it.
        func unit(_ id: String, _ manifest: String = "runs: worker", version: Int = 1, isPacked: Bool = true) throws {
            let text = "id: \(id)\nversion: 1.0.0\nsummary: The \(id).\n\(manifest)\n"
            try folder.write("features/\(id)/feature.yaml", text.utf8)
            let library = try folder.library(
                "features/\(id)/lib\(id)Feature.so",
                """
                #include <stdlib.h>
                __attribute__((constructor)) static void opened(void) { abort(); }
                void *flagstand_feature(void) { abort(); }
                int version = \(version);
                """)
            guard isPacked else { return }
            let packed = PackedLibrary(
                digest: SHA256.hexDigest(of: try LibraryFile.read(library)), stamp: .host, links: [],
                description: FeatureDescription(FeatureEntry(Idle.self)))
            try folder.write("features/\(id)/lib\(id)Feature.contracts.json", packed.text.utf8)
        }

        func look(
            _ catalog: FeatureCatalog, _ ids: Set<String> = ["shop"], ways: [String: RunMode] = [:]
        ) async -> Survey { await catalog.survey([folder["features"]], opening: ids, ways: ways) }
    }

    @Test func `a library is read once, and never opened here`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        let survey = await stage.look(catalog)
        #expect(survey.diagnostics.isEmpty, "\(survey.diagnostics.text)")
        #expect(survey.loaded.map(\.make.runs) == [.worker])
        #expect(survey.known["shop"]?.runs == .worker && survey.known["shop"]?.settings != nil)
        let again = await stage.look(catalog, ways: ["shop": .worker])
        #expect(
            again.loaded.map(\.make) == survey.loaded.map(\.make) && again.loaded[0].entry === survey.loaded[0].entry)
    }

    @Test func `the document decides where a unit runs`() async throws {
        let stage = try Stage()
        try stage.unit("shop", "runs: host")
        let survey = await stage.look(stage.catalog(), ways: ["shop": .worker])
        #expect(survey.loaded.map(\.make.runs) == [.worker])
    }

    @Test func `a catalog that only reads opens no libraries of the host either`() async throws {
        let stage = try Stage()
        try stage.unit("shop", "runs: host")
        let survey = await stage.look(stage.catalog(opensLibraries: false))
        #expect(survey.diagnostics.isEmpty && survey.loaded.map(\.make.runs) == [.host])
        #expect(survey.loaded.first?.entry.contracts.map(\.name) == ["shop.sold"])
    }

    @Test func `a unit that is not loaded is known only from its packed description`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        try stage.unit("till", isPacked: false)
        let survey = await stage.look(stage.catalog(), [])
        #expect(survey.loaded.isEmpty && survey.diagnostics.isEmpty)
        #expect(survey.contracts(of: "shop").map(\.name) == ["shop.sold"] && survey.contracts(of: "till").isEmpty)
        #expect(survey.kit(of: "shop") == .current && survey.kit(of: "till") == nil)
    }

    @Test func `a library that changed since it was packed is refused, and others are loaded`() async throws {
        let stage = try Stage()
        try stage.unit("shop", isPacked: false)
        try stage.unit("till")
        try stage.unit("stall")
        try stage.unit("stall", version: 2, isPacked: false)
        try stage.unit("booth")
        try stage.folder.write("features/booth/libboothFeature.contracts.json", "{}".utf8)
        let catalog = stage.catalog()
        let survey = await stage.look(catalog, ["shop", "till", "stall", "booth"])
        let features = stage.folder["features"]
        #expect(
            survey.diagnostics.list.map(\.headline) == [
                "\(features)/booth/libboothFeature.so: error: has beside it a file libboothFeature.contracts.json that "
                    + "can't be read: type: is missing; run \"flagstand pack \(features)/booth\"",
                "\(features)/shop/libshopFeature.so: error: has no file libshopFeature.contracts.json beside it, which "
                    + "says what is in it; run \"flagstand pack \(features)/shop\"",
                "\(features)/stall/libstallFeature.so: error: is not the library that libstallFeature.contracts.json "
                    + "describes: it was built again since; run \"flagstand pack \(features)/stall\"",
            ])
        #expect(survey.broken.keys.sorted() == ["booth", "shop", "stall"] && survey.loaded.map(\.id) == ["till"])
        // Once the library is packed it is loaded.
        try stage.unit("stall", version: 2)
        #expect(await stage.look(catalog, ["stall"]).loaded.map(\.id) == ["stall"])
    }

    @Test func `the same content in another file is the same library`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        let first = await stage.look(catalog).loaded.first
        try stage.unit("shop")
        let second = await stage.look(catalog).loaded.first
        #expect(first?.make == second?.make && first?.entry === second?.entry && first != nil)
    }

    @Test func `a running unit stays as it was until it has ended`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        let first = await stage.look(catalog)
        stage.alive.withLock { $0 = ["shop"] }
        // The new library is not packed yet, as during a build.
        try stage.unit("shop", version: 2, isPacked: false)
        let second = await stage.look(catalog)
        #expect(second.loaded.first?.make == first.loaded.first?.make)
        let folder = stage.folder["features/shop"]
        #expect(
            second.diagnostics.list.map(\.headline) == [
                "\(folder)/libshopFeature.so: warning: is not the one that runs any more; run it with "
                    + "\"flagstand replace shop \(folder)\""
            ])
        try stage.unit("shop", version: 2)
        stage.alive.withLock { $0 = [] }
        let third = await stage.look(catalog)
        #expect(third.diagnostics.isEmpty && third.loaded.first?.make != first.loaded.first?.make)
    }

    @Test func `a running unit stays even if its library is gone`() async throws {
        let stage = try Stage()
        try stage.unit("shop")
        let catalog = stage.catalog()
        _ = await stage.look(catalog)
        stage.alive.withLock { $0 = ["shop"] }
        unsafe unlink(stage.folder["features/shop/libshopFeature.so"])
        let survey = await stage.look(catalog)
        #expect(survey.loaded.map(\.id) == ["shop"] && survey.diagnostics.isEmpty)
        stage.alive.withLock { $0 = [] }
        #expect(await stage.look(catalog).broken.keys.sorted() == ["shop"])
    }
}
