internal import FeatureKit

/// What the flags say in a zone or on the track, from harmless to bad.
enum Mode: String, CaseIterable, Comparable, Shaped {
    case normal
    /// Nobody knows: worse than normal, because what is behind it may be.
    case unknown
    case yellow
    /// The virtual safety car.
    case vsc
    case safetyCar, redFlag, evacuation

    private var severity: Int {
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

    static func < (left: Mode, right: Mode) -> Bool { left.severity < right.severity }

    /// What stays of it when nobody says so any more: a warning does, a normal does not.
    var afterSilence: Mode { self == .normal ? .unknown : self }

    /// How much would be lost without a zone or a sender in this mode.
    var weight: Int { severity }
}

/// Whose word a mode goes back to; the first of them that says so is named.
enum Source: String, CaseIterable, Comparable, Shaped {
    /// An evacuation that holds, even if nobody repeats it.
    case evacuation
    case staff, ble, network

    private var place: Int {
        switch self {
        case .evacuation: 0
        case .staff: 1
        case .ble: 2
        case .network: 3
        }
    }

    static func < (left: Source, right: Source) -> Bool { left.place < right.place }
}

/// What is decided for a zone or for the track.
struct Decision: Equatable {
    var mode = Mode.unknown
    /// Whether nobody who counts says so any more.
    var isStale = true
    /// Nil before anybody said anything.
    var source: Source?

    /// Whether this one counts before another: the worse one, then one that is not stale, then by whose word it is.
    func isWorse(than other: Decision) -> Bool {
        if mode != other.mode { return mode > other.mode }
        if isStale != other.isStale { return !isStale }
        guard let source else { return false }
        return other.source.map { source < $0 } ?? true
    }
}

/// A decision, and since when mode and staleness are the same.
struct StateSince: Equatable {
    var decision = Decision()
    var since: Moment

    func after(_ next: Decision, at moment: Moment) -> StateSince {
        let isSame = next.mode == decision.mode && next.isStale == decision.isStale
        return StateSince(decision: next, since: isSame ? since : moment)
    }
}
