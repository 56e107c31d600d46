internal import FeatureKit

// What is written down of what happened.
extension TrackBoard {
    /// Notes something that was done.
    func record(
        _ what: HistoryEntry.What, zone: Int? = nil, by: String? = nil, reason: String? = nil, message: String? = nil,
        said mode: Mode? = nil, at moment: Moment
    ) {
        keeping.backlog.add(
            entry(what, zone: zone, by: by, reason: reason, message: message, said: mode, at: moment))
        work.ring()
    }

    func entry(
        _ what: HistoryEntry.What, zone: Int? = nil, by: String? = nil, reason: String? = nil, message: String? = nil,
        said mode: Mode? = nil, at moment: Moment
    ) -> HistoryEntry {
        let status = status
        return HistoryEntry(
            at: moment.wall, what: what, revision: status.revision, mode: mode ?? status.mode, stale: status.stale,
            zone: zone, by: by, reason: reason, message: message.map { String($0.prefix(Status.longestMessage)) })
    }

    /// Notes a change that people were told of.
    func record(_ status: Status, after last: Status?, at moment: Moment) {
        let before = Dictionary((last?.zones ?? []).map { ($0.zone, $0) }) { first, _ in first }
        let changed = status.zones.filter { zone in
            before[zone.zone].map { ($0.mode, $0.stale) != (zone.mode, zone.stale) } ?? true
        }
        var entry = HistoryEntry(
            at: moment.wall, what: .status, revision: status.revision, mode: status.mode, stale: status.stale,
            source: status.source?.rawValue, by: act?.by, reason: act?.reason, message: status.message)
        entry.zones = changed.prefix(HistoryEntry.mostZones).map {
            HistoryEntry.Zone(zone: $0.zone, mode: $0.mode, stale: $0.stale)
        }
        entry.moreZones = changed.count - entry.zones.count
        act = nil
        keeping.backlog.add(entry)
        keeping.lastChanged()
        work.ring()
    }
}

extension LastSaid {
    /// What is worth remembering of a status: its warnings.
    init(_ status: Status) {
        self.init(
            mode: status.mode,
            zones: status.zones.filter { $0.mode > .unknown }.map { Zone(zone: $0.zone, mode: $0.mode) })
    }
}
