internal import FeatureKit
internal import TourFiles

/// That the store was filled with a route once: what was removed does not come back.
@Record @Collection("demo-seeded") struct DemoSeeded: Equatable {
    /// When it was.
    var at: Timestamp
}

extension ToursService {
    /// Fills an empty store with a route of invented texts (`routes.json`).
    func seedDemo() async throws {
        let file = try TourFile(json: PackageResources.routes_json)
        let isSeeded = try await store.transaction { tx in
            guard try demoSeeded.get(in: tx) == nil, try tx.count(routes) == 0 else { return false }
            try demoSeeded.put(DemoSeeded(at: clock.now), in: tx)
            try write(file, by: nil, tx)
            return true
        }
        if isSeeded { log.info("filled an empty store with a route to try") }
    }
}
