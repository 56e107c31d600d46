@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostStore
import HostSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SQLiteConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `A store on SQLite is a store`(_ aCase: StoreConformance.Case) async throws {
        try await aCase.run(on: SQLiteStand())
    }
}

/// Stores in a folder of their own.
struct SQLiteStand: StoreStand {
    func source(within limits: StoreStandLimits) async throws -> any StoreSource {
        SQLiteSource(folder: try TestFolder(), limits: limits)
    }

    func restarted(_ source: any StoreSource) async throws -> any StoreSource { source }
}

/// One file for each feature.
actor SQLiteSource: StoreSource {
    private let folder: TestFolder
    private let limits: StoreStandLimits
    private var open: [String: SQLiteEngine] = [:]

    init(folder: TestFolder, limits: StoreStandLimits) {
        self.folder = folder
        self.limits = limits
    }

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        let engine = try await SQLiteEngine.open(
            folder["\(feature).db"], feature: feature, collections: collections,
            quota: StoreQuota(documents: limits.documents, bytes: limits.bytes), keptChanges: limits.keptChanges,
            keptChangeBytes: limits.keptChangeBytes)
        open[feature] = engine
        return engine
    }

    func close(_ feature: String) async {
        let isClosed = await open.removeValue(forKey: feature)?.close()
        #expect(isClosed != false)
    }
}
