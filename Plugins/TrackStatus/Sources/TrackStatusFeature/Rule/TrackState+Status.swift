internal import FeatureKit

extension TrackState {
    /// What is decided, in full; whoever publishes it gives it a number.
    var status: Status {
        let zones = places.sorted { $0.key < $1.key }.map { zone, place in
            Status.Zone(
                zone: zone, name: place.named?.name, mode: place.standing.verdict.mode,
                stale: place.standing.verdict.isStale, source: place.standing.verdict.source,
                since: place.standing.since.wall, validUntil: validUntil(place),
                message: staff.zones[zone]?.word.message)
        }
        let report = network.isCounting ? network.report : nil
        return Status(
            mode: track.verdict.mode, ending: isEnding, stale: track.verdict.isStale, source: track.verdict.source,
            since: track.since.wall, validUntil: validUntil, look: Status.Look(track.verdict.mode), message: message,
            temperature: report?.temperature ?? medianTemperature, humidity: report?.humidity, wind: report?.wind,
            forecast: report?.forecast, evacuation: evacuation.map { Status.Evacuation($0) }, zones: zones,
            sectors: sectors.sorted { $0.key < $1.key }.map { sector, standing in
                Status.Sector(
                    sector: sector, mode: standing.verdict.mode, stale: standing.verdict.isStale,
                    since: standing.since.wall)
            },
            sources: sources)
    }

    /// Whether what is out is about to go in.
    var isEnding: Bool {
        guard network.isCounting, let report = network.report, report.isEnding, !track.verdict.isStale else {
            return false
        }
        return report.mode == track.verdict.mode && [.vsc, .safetyCar].contains(report.mode)
    }

    /// What the one says more whose mode it is.
    var message: String? {
        let mode = track.verdict.mode
        if let evacuation { return evacuation.message }
        guard !track.verdict.isStale else { return nil }
        if let worst = staff.worst, worst.mode == mode, let message = worst.message { return message }
        // What a statement adds that staff have cleared is over with it.
        return network.worst == mode && !network.isCleared ? network.report?.message : nil
    }

    private var sources: Status.Sources {
        let report = network.report
        return Status.Sources(
            ble: beacons,
            network: !network.isKnown
                ? nil
                : .init(
                    mode: report?.mode, at: network.at?.wall, updated: report?.updated, stale: !network.isCounting,
                    problem: network.problem, message: report?.message),
            staff: staff.worst.map {
                .init(mode: $0.mode, at: $0.at, until: $0.until, message: $0.message)
            })
    }

    private var beacons: Status.Sources.Beacons {
        let gists = places.values.compactMap(\.beacons.gist)
        let worst = gists.map(\.mode).max()
        return .init(
            mode: worst, senders: senders, heard: lastHeard?.wall,
            validUntil: gists.filter { $0.mode == worst }.map(\.end).max()?.wall)
    }

    /// Until when a place is in what it is in, if nobody says anything more.
    private func validUntil(_ place: Place) -> Timestamp? {
        let verdict = place.standing.verdict
        guard !verdict.isStale, verdict.source != .evacuation else { return nil }
        var ends: [Timestamp] = []
        if staff.mode(of: place.zone) == verdict.mode {
            guard let end = staff.end(of: place.zone, saying: verdict.mode) else { return nil }
            ends.append(end)
        }
        if let gist = place.beacons.gist, gist.mode == verdict.mode { ends.append(gist.end.wall) }
        if network.says(of: place.zone, in: place.sectors)?.mode == verdict.mode, let end = networkEndTime {
            ends.append(end)
        }
        return ends.max()
    }

    private var networkEndTime: Timestamp? { network.at?.wall.advanced(by: plan.networkStale) }

    /// The same of the whole track.
    private var validUntil: Timestamp? {
        let verdict = track.verdict
        guard !verdict.isStale, verdict.source != .evacuation else { return nil }
        var isOpen = false
        var ends: [Timestamp] = []
        for place in Array(places.values) + [rest] {
            guard place.standing.verdict.mode == verdict.mode, !place.standing.verdict.isStale else { continue }
            if let end = validUntil(place) { ends.append(end) } else { isOpen = true }
        }
        let isSectors = sectors.values.contains { $0.verdict.mode == verdict.mode && !$0.verdict.isStale }
        if isSectors, let end = networkEndTime { ends.append(end) }
        return isOpen ? nil : ends.max()
    }

    /// The middle one of what the beacons that count say of the air.
    private var medianTemperature: Double? {
        let all = places.values.flatMap { $0.beacons.words.values.compactMap(\.temperature) }.sorted()
        guard !all.isEmpty else { return nil }
        let middle = all.count / 2
        return all.count.isMultiple(of: 2) ? Double(all[middle - 1] + all[middle]) / 2 : Double(all[middle])
    }
}
