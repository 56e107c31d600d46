internal import FeatureKit

extension TrackState {
    /// Takes what the network says, also where it says nothing new.
    mutating func take(_ report: NetworkReport, at moment: Moment) -> Outcome {
        var turn = begin(at: moment)
        let report = bounded(report)
        let last = network.isCounting ? network.report.flatMap(claim(of:)) : nil
        forgetOthers(than: report, &turn)
        network.isCleared = cleared.contains(.network(identity: report.identity))
        if let claim = claim(of: report), claim != last, !network.isCleared { turn.outcome.claims.append(claim) }
        network.take(report, at: moment)
        for zone in Array(places.keys) { places[zone]?.recalled = nil }
        rest.recalled = nil
        for (zone, mode) in report.zones.sorted(by: { $0.key < $1.key }) {
            _ = makePlace(for: zone, in: network.counted(mode), at: moment)
        }
        takeSectors(of: report, at: moment)
        decideAll(at: moment)
        turn.outcome.isRefreshed = true
        return end(turn)
    }

    /// Takes that nothing comes of the network; what it said last counts until it is too old.
    mutating func networkIsLost(_ why: String, at moment: Moment) -> Outcome {
        let turn = begin(at: moment)
        network.isLost(why.isEmpty ? "no reason was given" : String(why.prefix(Status.longestProblem)))
        return end(turn)
    }

    /// A statement that staff cleared is forgotten once another is made.
    private mutating func forgetOthers(than report: NetworkReport, _ turn: inout Turn) {
        for source in cleared.all {
            guard case .network(let identity) = source, identity != report.identity || !report.isEvacuation,
                cleared.forget(source)
            else { continue }
            turn.outcome.forgotten.insert(source)
        }
    }

    private mutating func takeSectors(of report: NetworkReport, at moment: Moment) {
        var next: [Int: Standing] = [:]
        for (sector, mode) in report.sectors {
            let verdict = Verdict(mode: network.counted(mode), isStale: false, source: .network)
            next[sector] = (sectors[sector] ?? Standing(since: moment)).after(verdict, at: moment)
        }
        guard next != sectors else { return }
        sectors = next
        move()
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
            source: .network(identity: report.identity), isSigned: false, zones: isEverywhere ? [] : zones,
            message: report.message, route: report.route)
    }

    /// The same without what has no place in a status.
    private mutating func bounded(_ report: NetworkReport) -> NetworkReport {
        func worst(_ modes: [Int: Mode], in range: ClosedRange<Int64>, _ most: Int) -> [Int: Mode] {
            let worst = modes.filter { range.contains(Int64($0.key)) }
            guard worst.count > most else { return worst }
            let kept = worst.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
            return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
        func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
        func short(_ text: String?, _ most: Int) -> String? {
            text.flatMap { $0.isEmpty ? nil : String($0.prefix(most)) }
        }
        var bounded = report
        bounded.message = short(report.message, Status.longestMessage)
        bounded.route = short(report.route, Status.longestRoute)
        bounded.forecast = short(report.forecast, Status.longestForecast)
        bounded.temperature = finite(report.temperature)
        bounded.humidity = finite(report.humidity)
        bounded.wind = finite(report.wind)
        bounded.sectors = worst(report.sectors, in: NetworkWord.sectors, NetworkWord.mostSectors)
        bounded.zones = worst(report.zones, in: NamedZone.numbers, NetworkWord.mostZones)
        displaced.sectors += UInt64(report.sectors.count - bounded.sectors.count)
        displaced.zones += UInt64(report.zones.count - bounded.zones.count)
        return bounded
    }
}
