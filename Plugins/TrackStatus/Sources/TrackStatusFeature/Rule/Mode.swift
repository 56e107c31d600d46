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

    /// How bad it is, from 0.
    var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (left: Mode, right: Mode) -> Bool { left.severity < right.severity }

    /// What stays of it when nobody says so any more: a warning does, a normal does not.
    var afterSilence: Mode { self == .normal ? .unknown : self }
}

/// Whose word a mode goes back to; the first of them that says so is named.
enum Source: String, CaseIterable, Shaped {
    /// An evacuation that holds, even if nobody repeats it.
    case evacuation
    case staff, ble, network
}

/// What is decided for a zone, for a sector or for the track.
struct Decision: Equatable {
    var mode = Mode.unknown
    /// Whether nobody who counts says so any more.
    var isStale = true
    /// Nil before anybody said anything.
    var source: Source?
    /// Until when it holds if nothing more is heard; nil where that has no end.
    var until: Timestamp?
    /// Since when mode and staleness are the same.
    var since: Moment

    static func evacuation(since moment: Moment) -> Decision {
        Decision(mode: .evacuation, isStale: false, source: .evacuation, since: moment)
    }

    /// The same decision, with the time of the last one where mode and staleness are as they were.
    func after(_ last: Decision?) -> Decision {
        var next = self
        if let last, isLike(last) { next.since = last.since }
        return next
    }

    func isLike(_ other: Decision) -> Bool { (mode, isStale) == (other.mode, other.isStale) }

    /// Which one counts before another: the worse one, then one that is not stale, then by whose word it is.
    var rank: (Int, Int, Int) {
        (mode.severity, isStale ? 0 : 1, -(source.flatMap(Source.allCases.firstIndex) ?? Source.allCases.count))
    }
}
