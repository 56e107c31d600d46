internal import FeatureKit

/// Whose nearest beacon is asked for.
@Record struct NearestQuestion: Equatable {
    /// Only this listener's.
    @Text(1...64) var listener: String?
}

/// The nearest beacons, as BLE answers: the fields that are read here.
@Record struct NearestZones: Equatable {
    @Record struct Item: Equatable {
        /// The zone that the beacon speaks of.
        @In(0...65_535) var zone: Int?
    }

    /// Each listener's.
    @Count(0...1_000) var items: [Item]
}

extension Route where Request == NearestQuestion, Reply == NearestZones {
    static var bleNearest: Self { .init("ble.nearest-now", .get, "/nearest", access: .everyone) }
}

@Routes("track", as: "hereRoutes") extension TrackBoard {
    /// What counts where a listener is: in the zone of the nearest beacon that it hears, as BLE says.
    /// - Parameter listener: The listener's name.
    @Get("/here/{listener}", .everyone)
    func here(@Text(1...64) listener: String) async throws -> ZoneStatus {
        let nearest: NearestZones
        do throws(RequestError) {
            nearest = try await context.bus.request(
                .bleNearest, NearestQuestion(listener: listener), within: .seconds(1))
        } catch { throw error.refusal ?? TrackRefusal.noNearest.answer }
        guard let zone = nearest.items.first?.zone else { throw TrackRefusal.noBeacon }
        return ZoneStatus(of: zone, in: status)
    }
}
