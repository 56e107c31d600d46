internal import FeatureKit

/// When overrides have to be looked at again.
enum LapsePlan: Sendable, Equatable {
    /// The time of these is over.
    case lapse([Override])
    /// Not before that, unless others come.
    case wait(Duration)
    /// All last for good.
    case rest

    /// The longest wait: somebody may set the wall clock, by which overrides lapse, and nothing tells of it.
    static let longestWait = Duration.seconds(30)

    init(_ overrides: Overrides, at now: Timestamp) {
        let lapsed = overrides.lapsed(at: now)
        if !lapsed.isEmpty {
            self = .lapse(lapsed)
        } else if let next = overrides.nextLapse {
            let rest = Duration.nanoseconds(next.nanoseconds.subtractingReportingOverflow(now.nanoseconds).partialValue)
            self = .wait(rest > .zero ? min(rest, Self.longestWait) : Self.longestWait)
        } else {
            self = .rest
        }
    }
}
