internal import FeatureKit

/// What the network says now, all at once: what a report leaves out is not said any more.
struct NetworkReport: Equatable, Sendable {
    /// What it says of the track as a whole; sectors and zones may be worse.
    var mode: Mode
    /// Whether the safety car, virtual or not, is about to leave.
    var isEnding = false
    var message: String?
    /// The way out, in an evacuation.
    var route: String?
    /// In °C.
    var temperature: Double?
    var humidity: Double?
    var wind: Double?
    var forecast: String?
    var sectors: [Int: Mode] = [:]
    var zones: [Int: Mode] = [:]
    /// When it was written, by the network's own clock.
    var updated: Timestamp?
    /// What tells one statement from another: an evacuation that staff have cleared is not raised again by the same one.
    var identity: String
    /// Whether the same statement was made once more, and not only repeated.
    var isMadeAgain = false

    /// The worst that it says anywhere.
    var worst: Mode { ([mode] + sectors.values + zones.values).max() ?? mode }
    var isEvacuation: Bool { worst == .evacuation }
    var source: ClaimSource { .network(identity: identity) }
}

/// The network's last report, and since when it says that a red flag is out.
struct NetworkClaim {
    static let mostSectors = 256

    private(set) var report: NetworkReport?
    /// When it last came.
    private(set) var at: Moment?
    /// Why nothing comes since.
    private(set) var problem: String?
    /// Whether the report still counts.
    private(set) var isCounting = false
    /// Whether staff have cleared the evacuation that it reports.
    var isCleared = false
    /// When the red flag came that is out on the track, in a sector or in a zone.
    private var redFlags: [Place: Duration] = [:]

    private enum Place: Hashable {
        case track, sector(Int), zone(Int)
    }

    /// What it says of the track as a whole, while it counts.
    var mode: Mode? { isCounting ? report.map { counted($0.mode) } : nil }

    /// The worst that it says anywhere, while it counts.
    var worst: Mode? {
        isCounting ? report.map { ([$0.mode] + $0.sectors.values + $0.zones.values).map(counted).max() } ?? nil : nil
    }

    mutating func take(_ report: NetworkReport, at moment: Moment) {
        // After a silence its red flag has come at this moment.
        let last = isCounting ? redFlags : [:]
        let all =
            [(Place.track, report.mode)] + report.sectors.map { (.sector($0.key), $0.value) }
            + report.zones.map { (.zone($0.key), $0.value) }
        redFlags = Dictionary(
            uniqueKeysWithValues: all.filter { $0.1 == .redFlag }.map { ($0.0, last[$0.0] ?? moment.uptime) })
        (self.report, at, problem, isCounting) = (report, moment, nil, true)
    }

    mutating func lose(_ reason: String) { problem = reason }

    /// Its report is too old to count; its red flags stay.
    mutating func fallSilent() { isCounting = false }

    private func redFlag(of zone: Int?, in sectors: [Int]) -> Duration? {
        let places = [.track] + sectors.map(Place.sector) + (zone.map { [.zone($0)] } ?? [])
        return places.compactMap { redFlags[$0] }.max()
    }

    /// When the last red flag came that it reported of a place before it fell silent.
    func lastRedFlag(of zone: Int?, in sectors: [Int]) -> Duration? {
        isCounting ? nil : redFlag(of: zone, in: sectors)
    }

    /// What it says of a zone, or of what lies in none, and when the last red flag of that came.
    func says(of zone: Int?, in sectors: [Int]) -> (mode: Mode, redFlag: Duration?)? {
        guard isCounting, let report else { return nil }
        let modes =
            [report.mode] + sectors.compactMap { report.sectors[$0] }
            + (zone.flatMap { report.zones[$0] }.map { [$0] } ?? [])
        return (modes.map(counted).max() ?? .unknown, redFlag(of: zone, in: sectors))
    }

    /// What a mode of the report counts as: after a cleared evacuation nothing better is known.
    func counted(_ mode: Mode) -> Mode { mode == .evacuation && isCleared ? .unknown : mode }
}
