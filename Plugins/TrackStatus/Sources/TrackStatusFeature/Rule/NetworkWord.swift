internal import FeatureKit

/// What the network says, and since when it says that a red flag is out.
struct NetworkWord {
    /// What it says of one place.
    struct Said {
        var mode: Mode
        /// When the last red flag of it came, by the clock that never goes back.
        var redFlag: Duration?

        fileprivate mutating func add(_ mode: Mode?, _ redFlag: Duration?) {
            if let mode { self.mode = max(self.mode, mode) }
            if let redFlag { self.redFlag = self.redFlag.map { max($0, redFlag) } ?? redFlag }
        }
    }

    /// The numbers that sectors have.
    static let sectors: ClosedRange<Int64> = 0...255
    /// So many sectors and zones of one report are looked at, the worst of them.
    static let mostSectors = 256
    static let mostZones = TrackState.mostZones

    private(set) var report: NetworkReport?
    /// When it last came.
    private(set) var at: Moment?
    /// Why nothing comes, since something last came.
    private(set) var problem: String?
    /// Whether what it said last still counts.
    private(set) var isCounting = false
    /// Whether staff have cleared the evacuation that the report speaks of.
    var isCleared = false
    private var redFlags = RedFlags()

    private struct RedFlags {
        var track: Duration?
        var sectors: [Int: Duration] = [:]
        var zones: [Int: Duration] = [:]
    }

    /// Whether anything was heard of it, were it that it can't be.
    var isKnown: Bool { report != nil || problem != nil }

    /// What it says of the track as a whole, while it counts.
    var mode: Mode? { isCounting ? report.map { counted($0.mode) } : nil }

    /// The worst that it says anywhere, while it counts.
    var worst: Mode? {
        guard isCounting, let report else { return nil }
        return ([report.mode] + report.sectors.values + report.zones.values).map(counted).max()
    }

    mutating func take(_ report: NetworkReport, at moment: Moment) {
        // When it comes back, its red flag has come anew.
        let last = isCounting ? redFlags : RedFlags()
        func since(_ mode: Mode, _ last: Duration?) -> Duration? { mode == .redFlag ? last ?? moment.uptime : nil }
        redFlags = RedFlags(track: since(report.mode, last.track))
        for (sector, mode) in report.sectors { redFlags.sectors[sector] = since(mode, last.sectors[sector]) }
        for (zone, mode) in report.zones { redFlags.zones[zone] = since(mode, last.zones[zone]) }
        (self.report, at, problem, isCounting) = (report, moment, nil, true)
    }

    mutating func isLost(_ why: String) { problem = why }

    /// Takes that nothing came for too long; its red flags are no better for that.
    mutating func fallSilent() { isCounting = false }

    /// When the last red flag came that it said of a place before it fell silent.
    func lastRedFlag(of zone: Int?, in sectors: [Int]) -> Duration? {
        guard !isCounting else { return nil }
        let own = zone.flatMap { redFlags.zones[$0] }
        return ([redFlags.track, own] + sectors.map { redFlags.sectors[$0] }).compactMap(\.self).max()
    }

    /// What it says of a zone, or of what lies outside of all: the worst of all that is said of there.
    func says(of zone: Int?, in sectors: [Int]) -> Said? {
        guard isCounting, let report else { return nil }
        var said = Said(mode: counted(report.mode), redFlag: redFlags.track)
        for sector in sectors { said.add(report.sectors[sector].map(counted), redFlags.sectors[sector]) }
        if let zone { said.add(report.zones[zone].map(counted), redFlags.zones[zone]) }
        return said
    }

    /// What a mode of the report counts as: a cleared evacuation is no evacuation, but nothing better is known either.
    func counted(_ mode: Mode) -> Mode { mode == .evacuation && isCleared ? .unknown : mode }
}

extension NetworkReport {
    /// Whether it speaks of an evacuation anywhere.
    var isEvacuation: Bool {
        mode == .evacuation || sectors.values.contains(.evacuation) || zones.values.contains(.evacuation)
    }
}
