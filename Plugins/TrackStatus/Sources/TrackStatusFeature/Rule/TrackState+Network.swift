internal import FeatureKit

extension TrackState {
    /// Takes what the network says, also where that is nothing new.
    mutating func take(_ report: NetworkReport, at moment: Moment) -> Outcome {
        var turn = begin(at: moment)
        let report = bounded(report)
        let last = network.isCounting && !report.isMadeAgain ? network.report.flatMap(claim) : nil
        // A cleared statement is forgotten once the network says something else, or the same once more.
        for source in cleared.keys where source.statement != nil {
            if source == report.source, report.isEvacuation, !report.isMadeAgain { continue }
            cleared[source] = nil
            turn.outcome.forgotten.insert(source)
        }
        network.isCleared = cleared.keys.contains(report.source)
        if let claim = claim(of: report), claim != last, !network.isCleared { turn.outcome.claims.append(claim) }
        network.take(report, at: moment)
        rest.restoredRedFlag = nil
        for zone in Array(places.keys) { places[zone]?.restoredRedFlag = nil }
        for (zone, mode) in report.zones.sorted(by: { $0.key < $1.key }) {
            _ = makePlace(for: zone, in: network.counted(mode), at: moment)
        }
        setSectors(report.sectors, at: moment)
        decideAll(at: moment)
        return end(turn)
    }

    /// Takes that nothing comes of the network; its last report counts until it is too old.
    mutating func loseNetwork(_ reason: String, at moment: Moment) -> Outcome {
        let turn = begin(at: moment)
        network.lose(reason.isEmpty ? "no reason was given" : String(reason.prefix(Status.longestText)))
        return end(turn)
    }

    mutating func setSectors(_ modes: [Int: Mode], at moment: Moment) {
        var next: [Int: StateSince] = [:]
        for (sector, mode) in modes {
            let decision = Decision(mode: network.counted(mode), isStale: false, source: .network)
            next[sector] = (sectors[sector] ?? StateSince(since: moment)).after(decision, at: moment)
        }
        isMoved = isMoved || next != sectors
        sectors = next
    }

    /// What a report claims of an evacuation.
    private func claim(of report: NetworkReport) -> EvacuationClaim? {
        guard report.isEvacuation else { return nil }
        var zones = Set(report.zones.filter { $0.value == .evacuation }.keys)
        var isEverywhere = report.mode == .evacuation
        for (sector, mode) in report.sectors where mode == .evacuation {
            let inside = plan.zones.filter { $0.sectors.contains(sector) }.map(\.zone)
            zones.formUnion(inside)
            // Nobody knows who is there.
            if inside.isEmpty { isEverywhere = true }
        }
        return EvacuationClaim(
            source: report.source, zones: isEverywhere ? [] : zones, message: report.message, route: report.route)
    }

    /// The report without what finds no room in a status.
    private mutating func bounded(_ report: NetworkReport) -> NetworkReport {
        func worst(_ modes: [Int: Mode], in range: ClosedRange<Int>, _ most: Int) -> [Int: Mode] {
            let known = modes.filter { range.contains($0.key) }
            guard known.count > most else { return known }
            let kept = known.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
            return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
        func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
        func short(_ text: String?, _ most: Int) -> String? {
            text.flatMap { $0.isEmpty ? nil : String($0.prefix(most)) }
        }
        var bounded = report
        bounded.message = short(report.message, Status.longestText)
        bounded.route = short(report.route, Status.longestRoute)
        bounded.forecast = short(report.forecast, Status.longestRoute)
        bounded.temperature = finite(report.temperature)
        bounded.humidity = finite(report.humidity)
        bounded.wind = finite(report.wind)
        bounded.sectors = worst(report.sectors, in: 0...255, NetworkClaim.mostSectors)
        bounded.zones = worst(report.zones, in: 0...65_535, Self.mostZones)
        displaced.sectors += UInt64(report.sectors.count - bounded.sectors.count)
        displaced.zones += UInt64(report.zones.count - bounded.zones.count)
        return bounded
    }
}
