internal import FeatureKit

extension Office {
    func add(_ request: NewBar, _ call: Call) async throws -> BarShown { throw RouteError.noBar }
    func one(_ request: Named, _ call: Call) async throws -> BarShown { throw RouteError.noBar }
    func change(_ request: ChangeBar, _ call: Call) async throws -> BarShown { throw RouteError.noBar }
    func remove(_ request: RemoveBar, _ call: Call) async throws -> Done { throw RouteError.noBar }
    func types() -> Types { Types(types: [:]) }

    func shown(_ bar: Stored<Bar>, to call: Call) -> BarShown {
        let document = bar.document
        return BarShown(
            id: bar.id, version: bar.version, name: document.name, description: document.description,
            capacity: document.capacity, type: document.type, location: document.location, address: document.address,
            owner: document.owner, zone: hours.zone(of: document).name, opening: document.opening,
            tables: document.tables, image: document.image, isYours: runs(document, call))
    }
}
