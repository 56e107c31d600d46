internal import Calendars
internal import FeatureKit

/// When and where somebody clocked, as their device tells.
struct Clocking: Equatable {
    /// When it was.
    var at: Timestamp
    /// When the server heard of it; later where the device had no network.
    var told: Timestamp
    var point: GeoPoint?
    var accuracy: Double = 0

    var isToldLater: Bool { at != told }
}

// What riders do with a shift, and what it comes to: decided here, without a store and without a clock.
extension Shift {
    /// The last moment of which it is known that the rider worked on it or had a break.
    private var lastClocked: Timestamp? { breaks.last.map { $0.end ?? $0.start } ?? actualStart }

    /// Whether it ended by itself before a device could tell what happened.
    private func isOpen(to clocking: Clocking) -> Bool { endedByItself && clocking.isToldLater }

    /// Whether the rider has a break.
    var isOnBreak: Bool { breaks.last.map { $0.end == nil } ?? false }

    /// How long the rider worked: from the beginning to the end, without the breaks.
    var worked: Duration? {
        guard let start = actualStart, let end = actualEnd else { return nil }
        return breaks.reduce(start.duration(to: end)) { worked, pause in
            let (from, to) = (max(pause.start, start), min(pause.end ?? end, end))
            return from < to ? worked - from.duration(to: to) : worked
        }
    }

    /// Refuses what comes before the start, or before something that was clocked earlier.
    private func checkOrder(of clocking: Clocking) throws {
        guard let lastClocked else { throw RiderRefusal.notStarted }
        guard lastClocked <= clocking.at else { throw RiderRefusal.outOfOrder(last: lastClocked) }
    }

    /// Begins the work; false where it has begun already.
    mutating func start(_ clocking: Clocking, window: Duration) throws -> Bool {
        guard status == .scheduled else { return false }
        let from = startAt.advanced(by: .zero - window)
        guard clocking.at >= from else { throw RiderRefusal.tooEarly(from: from) }
        guard clocking.at < endAt else { throw RiderRefusal.tooLate(since: endAt) }
        (status, actualStart, toldStart) = (.active, clocking.at, clocking.isToldLater ? clocking.told : nil)
        mark(window: window)
        return true
    }

    /// Ends the work; false where it has ended already.
    ///
    /// What a device tells later counts also where the shift has ended by itself meanwhile.
    /// - Parameter latest: How long after its planned end a shift ends by itself: later times need a correction.
    mutating func end(_ clocking: Clocking, window: Duration, latest: Duration) throws -> Bool {
        if status == .completed, endedByItself, let end = actualEnd {
            guard clocking.isToldLater, clocking.at <= endAt.advanced(by: latest) else {
                throw RiderRefusal.endedByItself(at: end)
            }
        } else if status == .completed {
            return false
        }
        try checkOrder(of: clocking)
        close(at: clocking.at, window: window)
        toldEnd = clocking.isToldLater ? clocking.told : nil
        return true
    }

    /// Ends the work that nobody ended: what was planned counts, or what was clocked after that; a break stays open, since
    /// the device may still report its end.
    ///
    /// - Parameter next: When the rider began to work on another shift.
    mutating func endByItself(window: Duration, before next: Timestamp?) {
        let end = max(endAt, lastClocked ?? endAt)
        (status, actualEnd, endedByItself) = (.completed, next.map { min($0, end) } ?? end, true)
        mark(window: window)
    }

    /// Begins a break, or ends it; false where that is so already.
    mutating func pause(_ begins: Bool, _ clocking: Clocking) throws -> Bool {
        // A device that got no answer reports the same once more.
        if clocking.isToldLater, breaks.contains(where: { (begins ? $0.start : $0.end) == clocking.at }) {
            return false
        }
        guard status != .completed || isOpen(to: clocking) else { throw RiderRefusal.over }
        try checkOrder(of: clocking)
        guard begins != isOnBreak else { return false }
        guard begins else {
            breaks[breaks.count - 1].end = clocking.at
            return true
        }
        guard breaks.count < Self.mostBreaks else { throw RiderRefusal.tooManyBreaks(most: Self.mostBreaks) }
        breaks.append(Break(start: clocking.at))
        return true
    }

    /// Takes the times of a correction, and keeps those that were clocked.
    mutating func correct(_ times: WorkTimes, window: Duration) {
        if uncorrected == nil, let start = actualStart, let end = actualEnd {
            uncorrected = WorkTimes(start: start, end: end)
        }
        actualStart = times.start
        close(at: times.end, window: window)
    }

    private mutating func close(at moment: Timestamp, window: Duration) {
        if let pause = breaks.last, pause.end == nil { breaks[breaks.count - 1].end = max(moment, pause.start) }
        (status, actualEnd, endedByItself) = (.completed, moment, false)
        mark(window: window)
    }

    private mutating func mark(window: Duration) {
        isLate = actualStart.map { $0 > startAt.advanced(by: window) } ?? false
        leftEarly = actualEnd.map { $0 < endAt.advanced(by: .zero - window) } ?? false
    }
}
