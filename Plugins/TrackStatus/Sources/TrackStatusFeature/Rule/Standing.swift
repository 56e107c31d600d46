/// Whose word a mode goes back to.
enum Source: String, Codable, CaseIterable, Sendable {
    /// An evacuation that holds, whoever still says so.
    case evacuation
    case staff, ble, network

    /// Who is named first where several say the same.
    var place: Int {
        switch self {
        case .evacuation: 0
        case .staff: 1
        case .ble: 2
        case .network: 3
        }
    }
}

/// What is decided of a zone or of the track.
struct Verdict: Equatable {
    var mode = Mode.unknown
    /// Whether nobody who counts says so any more.
    var isStale = true
    /// Nobody's before anybody said anything.
    var source: Source?
}

/// What a zone or the track is in, and since when.
struct Standing: Equatable {
    var verdict = Verdict()
    /// When mode or staleness last changed.
    var since: Moment

    /// What becomes of it.
    func after(_ next: Verdict, at moment: Moment) -> Standing {
        let isSame = next.mode == verdict.mode && next.isStale == verdict.isStale
        return Standing(verdict: next, since: isSame ? since : moment)
    }
}

extension Verdict {
    /// Whether it says more: of as bad ones what counts, and then who is named first.
    func isWorse(than other: Verdict) -> Bool {
        if mode != other.mode { return mode > other.mode }
        if isStale != other.isStale { return !isStale }
        return (source?.place ?? Source.allCases.count) < (other.source?.place ?? Source.allCases.count)
    }
}
