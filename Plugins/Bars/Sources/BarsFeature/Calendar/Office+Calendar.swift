internal import FeatureKit

extension Office {
    func calendar(_ request: NamedBooking, _ call: Call) async throws -> Media { throw RouteError.noBooking }
}
