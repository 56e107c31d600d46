public import FeatureKit

extension ClockedShift {
    /// The last moment of which it is known that somebody worked on it or had a break.
    private var lastClocked: Timestamp? { breaks.last.map { $0.end ?? $0.start } ?? actualStart }

    /// Whether there is a break that has not ended.
    public var isOnBreak: Bool { breaks.last.map { $0.end == nil } ?? false }

    /// How long somebody worked: from the beginning to the end, without the breaks.
    public var worked: Duration? {
        guard let start = actualStart, let end = actualEnd else { return nil }
        return breaks.reduce(start.duration(to: end)) { worked, pause in
            let (from, to) = (max(pause.start, start), min(pause.end ?? end, end))
            return from < to ? worked - from.duration(to: to) : worked
        }
    }

    /// Whether somebody worked on it at some time; who ends one and begins another at once works on one at a time.
    public func isWorked(during times: WorkTimes, now: Timestamp) -> Bool {
        guard let start = actualStart else { return false }
        return times.start < actualEnd ?? now && (start < times.end || start <= times.start)
    }

    /// Begins the work; false where it has begun already.
    ///
    /// - Parameter window: How early it may begin, and from when on it is late.
    public mutating func start(_ clocking: Clocking, window: Duration) throws -> Bool {
        guard status == .scheduled else { return false }
        let from = startAt.advanced(by: .zero - window)
        guard clocking.at >= from else { throw ClockRefusal.tooEarly(from: from) }
        guard clocking.at < endAt else { throw ClockRefusal.tooLate(since: endAt) }
        (status, actualStart, toldStart) = (.active, clocking.at, clocking.isToldLater ? clocking.told : nil)
        mark(window: window)
        return true
    }

    /// Ends the work; false where it has ended already.
    ///
    /// What a device tells later counts also where the shift has ended by itself meanwhile.
    /// - Parameter latest: How long after its planned end a shift ends by itself: later times need a correction.
    public mutating func end(_ clocking: Clocking, window: Duration, latest: Duration) throws -> Bool {
        if status == .completed, endedByItself, let end = actualEnd {
            guard clocking.isToldLater, clocking.at <= endAt.advanced(by: latest) else {
                throw ClockRefusal.endedByItself(at: end)
            }
        } else if status == .completed {
            return false
        }
        try checkOrder(of: clocking)
        close(at: clocking.at, window: window)
        toldEnd = clocking.isToldLater ? clocking.told : nil
        return true
    }

    /// Ends the work that nobody ended: what was planned counts, or what was clocked after that; a break stays open,
    /// since the device may still report its end.
    ///
    /// - Parameter next: When the same person began to work on another shift.
    public mutating func endByItself(window: Duration, before next: Timestamp?) {
        let end = max(endAt, lastClocked ?? endAt)
        (status, actualEnd, endedByItself) = (.completed, next.map { min($0, end) } ?? end, true)
        mark(window: window)
    }

    /// Begins a break, or ends it; false where that is so already.
    public mutating func pause(_ begins: Bool, _ clocking: Clocking) throws -> Bool {
        // A device that got no answer reports the same once more.
        if clocking.isToldLater, breaks.contains(where: { (begins ? $0.start : $0.end) == clocking.at }) {
            return false
        }
        // It may have ended by itself before the device could tell.
        guard status != .completed || endedByItself && clocking.isToldLater else { throw ClockRefusal.over }
        try checkOrder(of: clocking)
        guard begins != isOnBreak else { return false }
        guard begins else {
            breaks[breaks.count - 1].end = clocking.at
            return true
        }
        guard breaks.count < WorkBreak.most else { throw ClockRefusal.tooManyBreaks(most: WorkBreak.most) }
        breaks.append(WorkBreak(start: clocking.at))
        return true
    }

    /// Refuses other times than were clocked where they can't be right.
    public func check(correction times: WorkTimes, now: Timestamp) throws {
        guard status == .completed || status == .scheduled && endAt < now else { throw ClockRefusal.notOver }
        let most = Duration.hours(12)
        guard times.start < times.end, times.end <= now, times.start.duration(to: times.end) <= .hours(24),
            times.start.duration(to: startAt) <= most, endAt.duration(to: times.end) <= most
        else { throw ClockRefusal.badCorrection(most: most) }
    }

    /// Takes the times of a correction, and keeps those that were clocked.
    public mutating func correct(_ times: WorkTimes, window: Duration) {
        if uncorrected == nil, let start = actualStart, let end = actualEnd {
            uncorrected = WorkTimes(start: start, end: end)
        }
        actualStart = times.start
        close(at: times.end, window: window)
    }

    /// Refuses what comes before the start, or before something that was clocked earlier.
    private func checkOrder(of clocking: Clocking) throws {
        guard let lastClocked else { throw ClockRefusal.notStarted }
        guard lastClocked <= clocking.at else { throw ClockRefusal.outOfOrder(last: lastClocked) }
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

/// How the work on a shift goes.
public enum WorkState: String, CaseIterable, Shaped {
    case planned, open, late, working, onBreak, done, missed
}

extension ClockedShift {
    /// How it goes at some moment; it is late after `window`.
    public func state(at now: Timestamp, window: Duration) -> WorkState {
        switch status {
        case .completed: .done
        case .active: isOnBreak ? .onBreak : .working
        case .scheduled where endAt <= now: .missed
        case .scheduled where riderId == nil: .open
        case .scheduled: startAt.advanced(by: window) <= now ? .late : .planned
        }
    }

    /// When its vehicle is back: as planned, or once the work has ended; corrections are about pay and don't move it.
    public var vehicleBack: Timestamp {
        guard status == .completed, let end = uncorrected?.end ?? actualEnd else { return endAt }
        return min(endAt, end)
    }

    /// When something is next due of it: a reminder, and lateness after `window`, until somebody works on it; its end where
    /// nobody came, and where nobody ended it its end by itself.
    public func due(
        after now: Timestamp, reminder: Duration, window: Duration, endAfter: Duration
    ) -> Timestamp? {
        switch status {
        case .active: endAt.advanced(by: endAfter)
        case .scheduled where riderId != nil:
            [startAt.advanced(by: .zero - reminder), startAt.advanced(by: window), endAt].filter { now < $0 }.min()
        case .scheduled, .completed: nil
        }
    }
}

extension PlannedShift {
    /// A shift as the rules see it.
    public init(_ shift: some ClockedShift, id: String, vehicle: String?, isElsewhere: Bool) {
        self.init(
            id: id, person: shift.riderId, vehicle: vehicle, start: shift.startAt, end: shift.endAt,
            vehicleBack: shift.vehicleBack, isElsewhere: isElsewhere)
    }
}
