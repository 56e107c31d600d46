internal import FeatureKit

extension Office {
    func occupancy(_ request: Named) async throws -> OccupancyShown { throw RouteError.noBar }
    func follow(_ request: Named, _ out: ReplyStream<OccupancyShown>) async throws { throw RouteError.noBar }
}
