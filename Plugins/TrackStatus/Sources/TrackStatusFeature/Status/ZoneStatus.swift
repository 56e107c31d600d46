internal import FeatureKit

/// What counts for who stands in a zone.
struct ZoneStatus: Shaped, Codable, Equatable {
    var zone: Int
    var name: String?
    /// Whether anything is known of the zone by itself.
    var known: Bool
    var mode: Mode
    var ending: Bool
    var stale: Bool
    var source: Source?
    var since: Timestamp
    var validUntil: Timestamp?
    var revision: Int
    var look: Status.Look
    var message: String?
    var temperature: Double?
    var evacuation: Status.Evacuation?

    static let shape = Shape.object([
        Field("zone", .integer(in: NamedZone.numbers), "The zone's number."),
        Field("name", .text(length: 1...64), "What the settings call it.", optional: true),
        Field("known", .boolean, "Whether it is known by itself; else this is what counts for the whole track."),
        Field("mode", .choice(of: Mode.self), "What counts there; where stale, the last known warning or unknown."),
        Field("ending", .boolean, "Whether the safety car, virtual or not, is about to go."),
        Field("stale", .boolean, "Whether nobody who counts says so any more; never with normal."),
        Field("source", .choice(of: Source.self), "Whose word it goes back to.", optional: true),
        Field("since", .timestamp, "When mode or stale last changed."),
        Field("validUntil", .timestamp, "Until when this mode holds if nothing more is heard.", optional: true),
        Field("revision", .integer(in: 1 ... .max), "The status that it is taken from."),
        Field("look", .of(Status.Look.self), "How to draw the mode."),
        Field("message", .text(length: 1...Status.longestMessage), "What who says so adds.", optional: true),
        Field("temperature", .number(), "The whole track's, in °C.", optional: true),
        Field("evacuation", .of(Status.Evacuation.self), "The evacuation that holds there.", optional: true),
    ])
}

extension Status {
    /// What counts in a zone; in one that nobody knows, what counts for the whole track.
    func here(_ number: Int) -> ZoneStatus {
        guard let zone = zone(number) else {
            return ZoneStatus(
                zone: number, known: false, mode: mode, ending: ending, stale: stale, source: source, since: since,
                validUntil: validUntil, revision: revision, look: look, message: message, temperature: temperature,
                evacuation: evacuation)
        }
        let covers = evacuation.map { $0.zones.isEmpty || $0.zones.contains(number) } ?? false
        return ZoneStatus(
            zone: number, name: zone.name, known: true, mode: zone.mode, ending: ending && zone.mode == mode,
            stale: zone.stale, source: zone.source, since: zone.since, validUntil: zone.validUntil,
            revision: revision, look: Look(zone.mode), message: message(of: zone), temperature: temperature,
            evacuation: covers ? evacuation : nil)
    }

    private func zone(_ number: Int) -> Zone? {
        var (low, high) = (0, zones.count)
        while low < high {
            let middle = (low + high) / 2
            if zones[middle].zone < number { low = middle + 1 } else { high = middle }
        }
        return low < zones.count && zones[low].zone == number ? zones[low] : nil
    }

    private func message(of zone: Zone) -> String? {
        switch zone.source {
        case .evacuation: evacuation?.message
        case .staff: zone.message ?? (sources.staff?.mode == zone.mode ? sources.staff?.message : nil)
        // What it adds is of the worst that it says, which may be a sector's flag.
        // The message of a statement that staff have cleared is nobody's: the status has none then.
        case .network:
            zone.mode == sources.network?.mode || (zone.mode == mode && message == sources.network?.message)
                ? sources.network?.message : nil
        case .ble, nil: nil
        }
    }
}
