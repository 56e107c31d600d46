internal import FeatureKit

extension TrackState {
    /// What is decided, in full; its publisher gives it a revision.
    var status: Status {
        let report = network.isCounting ? network.report : nil
        return Status(
            mode: track.decision.mode, ending: isEnding, stale: track.decision.isStale, source: track.decision.source,
            since: track.since.wall, validUntil: validUntil, look: Look(track.decision.mode), message: message,
            temperature: report?.temperature ?? medianTemperature, humidity: report?.humidity, wind: report?.wind,
            forecast: report?.forecast, evacuation: evacuation,
            zones: places.sorted { $0.key < $1.key }.map { zone, place in
                Status.Zone(
                    zone: zone, name: place.named?.name, mode: place.state.decision.mode,
                    stale: place.state.decision.isStale, source: place.state.decision.source,
                    since: place.state.since.wall, validUntil: validUntil(place), message: staff.word(of: zone)?.message
                )
            },
            sectors: sectors.sorted { $0.key < $1.key }.map { sector, state in
                Status.Sector(
                    sector: sector, mode: state.decision.mode, stale: state.decision.isStale, since: state.since.wall)
            },
            sources: sources)
    }

    /// Whether the safety car that is out is about to leave.
    var isEnding: Bool {
        guard network.isCounting, let report = network.report, !track.decision.isStale else { return false }
        return report.isEnding && report.mode == track.decision.mode && [.vsc, .safetyCar].contains(report.mode)
    }

    /// What the one adds whose mode it is.
    var message: String? {
        if let evacuation { return evacuation.message }
        let mode = track.decision.mode
        guard !track.decision.isStale else { return nil }
        if let worst = staff.worst, worst.mode == mode, let message = worst.message { return message }
        // A statement that staff have cleared adds nothing any more.
        guard let message = network.report?.message, !network.isCleared, network.worst == mode else { return nil }
        return message
    }

    private var sources: Status.Sources {
        let summaries = places.values.compactMap { BeaconSummary($0.claims.values) }
        let worst = summaries.map(\.mode).max()
        let isKnown = network.report != nil || network.problem != nil
        return Status.Sources(
            ble: Status.Beacons(
                mode: worst, senders: senders, heard: lastHeard?.wall,
                validUntil: summaries.filter { $0.mode == worst }.map(\.end).max()?.wall),
            network: !isKnown
                ? nil
                : Status.Network(
                    mode: network.report?.mode, at: network.at?.wall, updated: network.report?.updated,
                    stale: !network.isCounting, problem: network.problem, message: network.report?.message),
            staff: staff.worst.map { Status.Staff(mode: $0.mode, at: $0.at, until: $0.until, message: $0.message) })
    }

    private var networkUntil: Timestamp? { network.at?.wall.advanced(by: plan.networkStale) }

    /// Until when a place is in its mode if nobody says anything more; nil where that has no end.
    private func validUntil(_ place: Place) -> Timestamp? {
        let decision = place.state.decision
        guard !decision.isStale, decision.source != .evacuation else { return nil }
        var ends: [Timestamp] = []
        if staff.mode(of: place.zone) == decision.mode {
            guard let end = staff.end(of: place.zone, saying: decision.mode) else { return nil }
            ends.append(end)
        }
        if let beacons = BeaconSummary(place.claims.values), beacons.mode == decision.mode {
            ends.append(beacons.end.wall)
        }
        if network.says(of: place.zone, in: place.sectors)?.mode == decision.mode, let networkUntil {
            ends.append(networkUntil)
        }
        return ends.max()
    }

    /// The same of the whole track.
    private var validUntil: Timestamp? {
        let decision = track.decision
        guard !decision.isStale, decision.source != .evacuation else { return nil }
        func isSame(_ state: StateSince) -> Bool { state.decision.mode == decision.mode && !state.decision.isStale }
        var ends = (Array(places.values) + [rest]).filter { isSame($0.state) }.map(validUntil)
        if sectors.values.contains(where: isSame) { ends.append(networkUntil) }
        return ends.contains(nil) ? nil : ends.compactMap(\.self).max()
    }

    /// The middle one of the temperatures of the beacons that count.
    private var medianTemperature: Double? {
        let all = places.values.flatMap { $0.claims.values.compactMap(\.temperature) }.sorted()
        guard !all.isEmpty else { return nil }
        return Double(all[(all.count - 1) / 2] + all[all.count / 2]) / 2
    }
}
