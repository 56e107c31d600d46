internal import FeatureKit
internal import TransitContracts
internal import TransitEngine

/// Something that an agency announces, with what it is about as numbers of the timetable.
struct LiveAlert: Equatable, Sendable {
    var id: String
    var lines: Set<UInt32>
    var stops: Set<UInt32>
    /// The text by language; the empty one is the text without a language.
    var texts: [String: String]
    var severity: AlertSeverity
    /// When it holds, in seconds since 1970; always where there is none.
    var periods: [ClosedRange<Int>]

    /// Whether it holds at some moment of a stretch.
    func holds(_ stretch: ClosedRange<Int>) -> Bool {
        periods.isEmpty || periods.contains { $0.overlaps(stretch) }
    }

    /// The text in a language, else in Spanish, else in any.
    func text(in language: String) -> String {
        let language = language.lowercased()
        return texts[language] ?? texts[String(language.prefix { $0 != "-" })] ?? texts["es"] ?? texts[""]
            ?? texts.min { $0.key < $1.key }?.value ?? ""
    }
}

/// What the servers of live changes said last.
struct LiveBoard: Sendable {
    /// What one of them said.
    struct Said: Sendable {
        var updates: [TripUpdate]
        var alerts: [LiveAlert]
        /// When it was said.
        var at: Timestamp
    }

    private(set) var sources: [String: Said] = [:]
    /// How often something changed.
    private(set) var revision = 0

    /// All changes, in the order of the servers' names; of one trip on one day the first server counts.
    var updates: [TripUpdate] {
        var known: Set<[Int]> = []
        return sources.sorted { $0.key < $1.key }.flatMap(\.value.updates).filter { update in
            if case .added = update.change { return true }
            return known.insert([Int(update.trip), update.day, Int(update.start ?? -1)]).inserted
        }
    }

    /// All alerts; those of one id once.
    var alerts: [LiveAlert] {
        var known: Set<String> = []
        return sources.sorted { $0.key < $1.key }.flatMap(\.value.alerts).filter { known.insert($0.id).inserted }
    }

    /// Takes over what a server says, in place of what it said before.
    mutating func take(_ said: Said, from source: String) {
        sources[source] = said
        revision += 1
    }

    /// Forgets what a server said.
    mutating func forget(_ source: String) {
        sources[source] = nil
        revision += 1
    }

    /// Which alerts are new or different, and which are over, against what was there before.
    func changes(since before: [LiveAlert]) -> (new: [LiveAlert], over: [LiveAlert]) {
        let now = alerts
        return (now.filter { !before.contains($0) }, before.filter { old in !now.contains { $0.id == old.id } })
    }
}

extension Board {
    /// The alerts that concern journeys while they last, as apps read them; the worst ones first.
    func alerts(for journeys: [Journey], by writer: JourneyWriter, in language: String) -> [JourneyAlert] {
        guard !alerts.isEmpty, let first = journeys.map(\.departure).min(), let last = journeys.map(\.arrival).max()
        else { return [] }
        var (lines, stops): ([UInt32], Set<UInt32>) = ([], [])
        for ride in journeys.flatMap(\.rides) {
            lines += ride.parts.compactMap { timetable.trip(of: $0.run)?.line }
            for call in writer.calls(of: ride) {
                stops.insert(call.stop)
                let parent = timetable.stops[Int(call.stop)].parent
                if parent != Network.none { stops.insert(parent) }
            }
        }
        let order: [AlertSeverity] = [.severe, .warning, .info]
        return alerts.filter { alert in
            alert.holds(first...max(first, last))
                && (lines.contains(where: alert.lines.contains) || !alert.stops.isDisjoint(with: stops))
        }.sorted { one, other in
            (order.firstIndex(of: one.severity) ?? 0, one.id) < (order.firstIndex(of: other.severity) ?? 0, other.id)
        }.prefix(500).map { alert in
            let line = lines.first(where: alert.lines.contains).map { timetable.lines[Int($0)] }
            return JourneyAlert(
                id: alert.id, line: line.map { .text($0.id) } ?? .null,
                lineName: line.map { .text($0.shownName) } ?? .null,
                message: String(alert.text(in: language).prefix(4_000)), severity: alert.severity)
        }
    }
}
