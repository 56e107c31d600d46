internal import FeatureKit

/// Where a member was last, decided by the times of the fixes and not by when they came.
struct Whereabouts: Equatable {
    enum Outcome: Equatable {
        /// The member is there now, or was nearby at least, as far as a poor fix tells.
        case moved, poor
        /// It is older than what is known, or the same.
        case late, duplicate
    }

    /// The last fix that is good enough.
    private(set) var last: Fix?
    /// A poor one that came after it.
    private(set) var poor: Fix?
    /// Since when the member is within a few metres.
    private(set) var stillSince: Timestamp?

    /// A fix that is older says nothing of where somebody is.
    private static let oldest = Duration.hours(24)

    /// Takes a fix over; one from the future counts as one of now.
    mutating func take(_ fix: Fix, at now: Timestamp, mostAccuracy: Double) -> Outcome {
        var fix = fix
        fix.time = min(fix.time, now)
        guard fix.time.duration(to: now) <= Self.oldest else { return .late }
        let known = [last?.time, poor?.time].compactMap(\.self).max()
        if let known, fix.time <= known { return fix.time == known ? .duplicate : .late }
        guard fix.accuracy ?? 0 <= mostAccuracy else {
            poor = fix
            return .poor
        }
        let isStill = last.map { $0.point.distance(to: fix.point) <= max(15, fix.accuracy ?? 0) } ?? false
        stillSince = isStill ? stillSince ?? last?.time : nil
        (last, poor) = (fix, nil)
        return .moved
    }
}

/// How often a client is asked to send where it is, and how exactly.
struct FixRules {
    /// How often a client sends that moves and has a battery.
    let interval: Duration
    /// How many metres a fix may be off that counts.
    let mostAccuracy: Double

    /// How long to wait with the next fix: longer with a low battery, and where the member has not moved for a while.
    func interval(after whereabouts: Whereabouts, at now: Timestamp) -> Duration {
        let battery = whereabouts.last?.battery ?? 100
        let isStill = whereabouts.stillSince.map { $0.duration(to: now) >= .seconds(120) } ?? false
        return interval * ((battery <= 10 ? 8 : battery <= 20 ? 4 : 1) * (isStill ? 2 : 1))
    }
}
