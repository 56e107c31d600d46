internal import FeatureKit

extension Office {
    func image(_ request: Named) async throws -> Media { throw RouteError.noBar }
    func putImage(_ request: PutImage, _ call: Call) async throws -> BarShown { throw RouteError.noBar }
    func removeImage(_ request: Named, _ call: Call) async throws -> BarShown { throw RouteError.noBar }
}
