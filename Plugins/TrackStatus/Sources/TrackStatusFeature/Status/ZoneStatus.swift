internal import FeatureKit

/// What counts for people in a zone.
@Record struct ZoneStatus: Equatable {
    /// The zone's number.
    @In(0...65_535) var zone: Int
    /// What the settings call it.
    @Text(1...64) var name: String?
    /// Whether anything is known of the zone itself; otherwise this is what counts for the whole track.
    var known: Bool
    /// What counts there; where stale, the last known warning or unknown.
    var mode: Mode
    /// Whether the safety car, virtual or not, is about to leave.
    var ending: Bool
    /// Whether nobody who counts says so any more; never with normal.
    var stale: Bool
    /// Whose word it goes back to.
    var source: Source?
    /// When mode or stale last changed.
    var since: Timestamp
    /// Until when the mode holds if nothing more is heard.
    var validUntil: Timestamp?
    /// The revision of the status that it is taken from.
    @In(0...9_007_199_254_740_991) var revision: Int
    /// How to draw the mode.
    var look: Look
    /// What the one adds whose mode it is.
    @Text(1...500) var message: String?
    /// The whole track's temperature in °C.
    var temperature: Double?
    /// The evacuation that holds there.
    var evacuation: Status.Evacuation?

    /// What a status says of a zone; of one that is not known, what it says of the whole track.
    init(of number: Int, in status: Status) {
        let zone = status.zones.first { $0.zone == number }
        self.init(
            zone: number, name: zone?.name, known: zone != nil, mode: zone?.mode ?? status.mode,
            ending: status.ending && (zone?.mode ?? status.mode) == status.mode, stale: zone?.stale ?? status.stale,
            source: zone == nil ? status.source : zone?.source, since: zone?.since ?? status.since,
            validUntil: zone == nil ? status.validUntil : zone?.validUntil, revision: status.revision,
            look: Look(zone?.mode ?? status.mode), message: zone.map(status.message) ?? status.message,
            temperature: status.temperature,
            evacuation: status.evacuation.flatMap { zone == nil || $0.covers(number) ? $0 : nil })
    }
}

extension Status {
    fileprivate func message(of zone: Zone) -> String? {
        switch zone.source {
        case .evacuation: evacuation?.message
        case .staff: zone.message ?? (sources.staff?.mode == zone.mode ? sources.staff?.message : nil)
        // The network's message belongs to the worst that it says, which may be a sector's flag; after staff have cleared
        // its statement the status has none.
        case .network:
            zone.mode == sources.network?.mode || (zone.mode == mode && message == sources.network?.message)
                ? sources.network?.message : nil
        case .ble, nil: nil
        }
    }
}
