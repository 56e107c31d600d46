import FeatureKit

@testable import TrackStatusFeature

extension Status {
    /// A status of which only these count.
    static func of(
        _ mode: Mode, zones: [Int: Mode] = [:], message: String? = nil, evacuation: Evacuation? = nil, revision: Int = 1
    ) -> Status {
        let since = Timestamp(nanoseconds: 0)
        return Status(
            mode: mode, ending: false, stale: mode == .unknown, source: nil, since: since, revision: revision,
            look: Look(mode), message: message, evacuation: evacuation,
            zones: zones.sorted { $0.key < $1.key }.map {
                Zone(zone: $0.key, mode: $0.value, stale: false, since: since)
            },
            sectors: [],
            sources: Sources(ble: Beacons(senders: 0)))
    }
}
