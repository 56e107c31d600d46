/// What the flags say in a zone or on the track.
enum Mode: String, Codable, CaseIterable, Sendable {
    case normal
    /// Nobody knows; never to be taken for normal.
    case unknown
    case yellow
    /// Virtual safety car.
    case vsc
    case safetyCar, redFlag, evacuation

    /// How bad it is.
    ///
    /// Unknown is worse than normal, because what is behind it may be.
    var severity: Int {
        switch self {
        case .normal: 0
        case .unknown: 1
        case .yellow: 2
        case .vsc: 3
        case .safetyCar: 4
        case .redFlag: 5
        case .evacuation: 6
        }
    }

    init(_ said: Sighted.Said) {
        self =
            switch said {
            case .normal: .normal
            case .safetyCar: .safetyCar
            case .redFlag: .redFlag
            case .evacuation: .evacuation
            case .unknown: .unknown
            }
    }

    /// What stays of it when nobody says so any more: a warning stands, a normal does not.
    var afterSilence: Mode { self == .normal ? .unknown : self }
}

extension Mode: Comparable {
    static func < (left: Mode, right: Mode) -> Bool { left.severity < right.severity }
}
