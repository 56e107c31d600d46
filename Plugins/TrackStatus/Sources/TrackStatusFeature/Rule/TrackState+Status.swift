internal import FeatureKit

extension TrackState {
    /// What is decided, in full; its publisher gives it a revision.
    var status: Status {
        let report = network.isCounting ? network.report : nil
        return Status(
            mode: track.mode, ending: isEnding, stale: track.isStale, source: track.source, since: track.since.wall,
            validUntil: track.until, look: Look(track.mode), message: message,
            temperature: report?.temperature ?? medianTemperature, humidity: report?.humidity, wind: report?.wind,
            forecast: report?.forecast, evacuation: evacuation,
            zones: places.sorted { $0.key < $1.key }.map { zone, place in
                Status.Zone(
                    zone: zone, name: place.named?.name, mode: place.decision.mode, stale: place.decision.isStale,
                    source: place.decision.source, since: place.decision.since.wall, validUntil: place.decision.until,
                    message: staff.word(of: zone)?.message)
            },
            sectors: sectors.sorted { $0.key < $1.key }.map { sector, decision in
                Status.Sector(
                    sector: sector, mode: decision.mode, stale: decision.isStale, since: decision.since.wall)
            },
            sources: sources)
    }

    /// Whether the safety car that is out is about to leave.
    private var isEnding: Bool {
        guard network.isCounting, let report = network.report, report.isEnding, !track.isStale else { return false }
        return report.mode == track.mode && [.vsc, .safetyCar].contains(report.mode)
    }

    /// What the one adds whose mode it is.
    private var message: String? {
        if let evacuation { return evacuation.message }
        guard !track.isStale else { return nil }
        if let worst = staff.worst, worst.mode == track.mode, let message = worst.message { return message }
        // A statement that staff have cleared adds nothing any more.
        guard network.isCounting, !network.isCleared, let report = network.report, report.worst == track.mode else {
            return nil
        }
        return report.message
    }

    private var sources: Status.Sources {
        let beacons = BeaconSummary(places.values.flatMap(\.claims.values))
        var sources = Status.Sources(
            ble: Status.Beacons(
                mode: beacons?.mode, senders: senders, heard: lastHeard?.wall, validUntil: beacons?.end?.wall),
            staff: staff.worst)
        if network.report != nil || network.problem != nil {
            sources.network = Status.Network(
                mode: network.report?.mode, at: network.at?.wall, updated: network.report?.updated,
                stale: !network.isCounting, problem: network.problem, message: network.report?.message)
        }
        return sources
    }

    /// The middle one of the temperatures of the beacons that count.
    private var medianTemperature: Double? {
        let all = places.values.flatMap { $0.claims.values.compactMap(\.temperature) }.sorted()
        guard !all.isEmpty else { return nil }
        return Double(all[(all.count - 1) / 2] + all[all.count / 2]) / 2
    }
}
