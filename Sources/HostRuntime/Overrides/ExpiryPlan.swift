internal import FeatureKit

/// When overrides have to be checked for expiry again.
enum ExpiryPlan: Sendable, Equatable {
    /// These have expired.
    case expire([Override])
    /// None expires before this time has passed, unless other overrides are set.
    case wait(Duration)
    /// No override expires.
    case rest

    /// The longest wait: overrides expire by the wall clock, and nothing reports that somebody has set it.
    static let longestWait = Duration.seconds(30)

    init(_ overrides: Overrides, at now: Timestamp) {
        let expired = overrides.lapsed(at: now)
        if !expired.isEmpty {
            self = .expire(expired)
        } else if let next = overrides.nextExpiry {
            let rest = Duration.nanoseconds(next.nanoseconds.subtractingReportingOverflow(now.nanoseconds).partialValue)
            self = .wait(rest > .zero ? min(rest, Self.longestWait) : Self.longestWait)
        } else {
            self = .rest
        }
    }
}
