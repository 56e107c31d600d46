/// What the flags say in a zone or on the track.
enum Mode: String, Codable, CaseIterable, Sendable {
    case normal, safetyCar, redFlag, evacuation
    /// Nobody knows; never to be taken for normal.
    case unknown

    /// How bad it is.
    ///
    /// Unknown is worse than normal, because what is behind it may be.
    private var severity: Int {
        switch self {
        case .normal: 0
        case .unknown: 1
        case .safetyCar: 2
        case .redFlag: 3
        case .evacuation: 4
        }
    }

    /// What stays of it when nobody says so any more: a warning stands, a normal does not.
    var afterSilence: Mode { self == .normal ? .unknown : self }
}

extension Mode: Comparable {
    static func < (left: Mode, right: Mode) -> Bool { left.severity < right.severity }
}
