internal import FeatureKit

/// What the network says now, all at once: what a report leaves out is not said any more.
struct NetworkReport: Equatable, Sendable {
    /// What it says of the track as a whole; sectors may be worse.
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
    /// When it was written, by the network's own clock.
    var updated: Timestamp?
    /// What tells one statement from another: an evacuation that staff have cleared is not raised again by the same one.
    var identity: String
    /// Whether the same statement was made once more, and not only repeated.
    var isMadeAgain = false
    /// Whether it says all by itself, so that an older one of its kind says nothing.
    var isWhole = false
    /// What was odd in it, and left out.
    var oddities: [String] = []

    /// The worst that it says anywhere.
    var worst: Mode { max(mode, sectors.values.max() ?? mode) }
    var isEvacuation: Bool { worst == .evacuation }
    var source: ClaimSource { .network(identity: identity) }
}

/// The network's last report, and since when it says that a red flag is out.
struct NetworkClaim {
    private(set) var report: NetworkReport?
    /// When it last came.
    private(set) var at: Moment?
    /// Why nothing comes since.
    var problem: String?
    /// Whether the report still counts; its red flags stay where it does not.
    var isCounting = false
    /// Whether staff have cleared the evacuation that it reports.
    var isCleared = false
    /// When the red flag came that is out in a sector or, under nil, on the track.
    private var redFlags: [Int?: Duration] = [:]

    mutating func take(_ report: NetworkReport, at moment: Moment) {
        // After a silence its red flag has come at this moment.
        let last = isCounting ? redFlags : [:]
        let reds: [Int?] =
            (report.mode == .redFlag ? [nil] : []) + report.sectors.filter { $0.value == .redFlag }.map(\.key)
        redFlags = Dictionary(uniqueKeysWithValues: reds.map { ($0, last[$0] ?? moment.uptime) })
        (self.report, at, problem, isCounting) = (report, moment, nil, true)
    }

    /// What it says of a place, and when the place's last red flag came; once the network is silent that red flag lasts, unless
    /// staff spoke of the place since.
    func word(of place: Place) -> (mode: Mode, redFlag: Duration?, isLasting: Bool)? {
        let redFlag = ([nil] + place.sectors.map(Optional.some)).compactMap { redFlags[$0] }.max()
        if isCounting, let report {
            let modes = [report.mode] + place.sectors.compactMap { report.sectors[$0] }
            return (modes.map(counted).max() ?? .unknown, redFlag, false)
        }
        let isAnswered = redFlag.flatMap { came in place.answered.map { came < $0 } } ?? false
        let lasting = [isAnswered ? nil : redFlag, place.restoredRedFlag].compactMap(\.self).max()
        return lasting.map { (.redFlag, $0, true) }
    }

    /// What a mode of the report counts as: after a cleared evacuation nothing better is known.
    func counted(_ mode: Mode) -> Mode { mode == .evacuation && isCleared ? .unknown : mode }
}
