/// A list of ids with deadlines, for one `for await` loop that receives each id when its deadline has come.
///
/// ```swift
/// let holds = Deadlines<ID<Booking>>(on: context.clock)
/// holds.set(booking, at: booking.until)              // from any handler; wakes the loop where it is the earliest
/// for await booking in holds { try await expire(booking) }
/// ```
/// The loop ends when the feature is asked to stop or its task is cancelled. When the wall clock is set forward or
/// back, deadlines on it are adjusted within a minute.
public final class Deadlines<ID: Hashable & Sendable>: AsyncSequence, Sendable {
    /// An id whose deadline has come.
    public typealias Element = ID

    private struct State {
        var wall = DueQueue<ID, Timestamp>()
        var uptime = DueQueue<ID, Duration>()
        var refused: UInt64 = 0
        /// Until when the loop sleeps, and what wakes it before.
        var sleep: (until: Duration, woken: Signal)?

        var count: Int { wall.count + uptime.count }
    }

    /// How long the loop trusts the wall clock not to be set.
    private static var longestTrust: Duration { .seconds(60) }

    private let clock: FeatureClock
    private let limit: Int
    private let state = Lock(State())

    /// Makes an empty list of deadlines.
    ///
    /// - Parameters:
    ///   - clock: The feature's clock.
    ///   - limit: How many ids may have a deadline; more are refused and counted.
    public init(on clock: FeatureClock, limit: Int = 100_000) {
        self.clock = clock
        self.limit = limit
    }

    /// How many ids have a deadline.
    public var count: Int { state.withLock { $0.count } }
    /// How many were refused because there were too many.
    public var refused: UInt64 { state.withLock { $0.refused } }

    /// Sets an id's deadline by the wall clock, replacing the one that it had; false where there are too many.
    @discardableResult
    public func set(_ id: ID, at time: Timestamp) -> Bool {
        change(id) { state in
            state.uptime.remove(id)
            state.wall.set(id, at: time)
        }
    }

    /// Sets an id's deadline after a delay, independently of the wall clock; false where there are too many.
    @discardableResult
    public func set(_ id: ID, after delay: Duration) -> Bool { set(id, atUptime: clock.uptime + delay) }

    /// Sets an id's deadline by the clock's uptime; false where there are too many.
    @discardableResult
    public func set(_ id: ID, atUptime time: Duration) -> Bool {
        change(id) { state in
            state.wall.remove(id)
            state.uptime.set(id, at: time)
        }
    }

    /// Sets an id's deadline by the wall clock unless it has an earlier one there; false where there are too many.
    @discardableResult
    public func set(_ id: ID, noLaterThan time: Timestamp) -> Bool {
        change(id) { state in
            guard state.wall[id].map({ time < $0 }) ?? true else { return }
            state.uptime.remove(id)
            state.wall.set(id, at: time)
        }
    }

    /// Removes an id's deadline.
    public func cancel(_ id: ID) {
        state.withLock { state in
            state.wall.remove(id)
            state.uptime.remove(id)
        }
    }

    private func change(_ id: ID, _ set: (inout State) -> Void) -> Bool {
        let now = clock.now
        let uptime = clock.uptime
        let (isSet, woken) = state.withLock { state -> (Bool, Signal?) in
            guard state.count < limit || state.wall[id] != nil || state.uptime[id] != nil else {
                state.refused += 1
                return (false, nil)
            }
            set(&state)
            guard let sleep = state.sleep, let next = Self.wake(in: state, now: now, uptime: uptime),
                next < sleep.until
            else { return (true, nil) }
            return (true, sleep.woken)
        }
        woken?.raise()
        return isSet
    }

    /// When the earliest is due as far as is known now; nil where there is nothing to wait for.
    private static func wake(in state: borrowing State, now: Timestamp, uptime: Duration) -> Duration? {
        let wall = state.wall.earliest.map { uptime + now.duration(to: $0) }
        guard let wall, let monotonic = state.uptime.earliest else { return wall ?? state.uptime.earliest }
        return Swift.min(wall, monotonic)
    }

    /// The next id whose deadline has come; nil once the feature is asked to stop or the task is cancelled.
    func next() async -> ID? {
        while !clock.stop.isRaised, !Task.isCancelled {
            let woken = Signal()
            let (due, wake, looks) = state.withLock { state -> (ID?, Duration?, Bool) in
                let (now, uptime) = (clock.now, clock.uptime)
                // What is due by the wall clock first: it has been waited for longer as a rule.
                if let due = state.wall.popDue(at: now) ?? state.uptime.popDue(at: uptime) { return (due, nil, false) }
                let wake = Self.wake(in: state, now: now, uptime: uptime)
                state.sleep = (wake ?? .seconds(Int64.max), woken)
                return (nil, wake, state.wall.earliest != nil)
            }
            if let due { return due }
            await sleep(until: wake, looking: looks, or: woken)
            state.withLock { if $0.sleep?.woken === woken { $0.sleep = nil } }
        }
        return nil
    }

    private func sleep(until wake: Duration?, looking: Bool, or woken: Signal) async {
        await withTaskGroup { group in
            group.addTask { await woken.wait() }
            group.addTask { [clock] in
                switch wake {
                case let wake? where looking: try? await clock.sleep(until: wake, lookingEvery: Self.longestTrust)
                case let wake?: try? await clock.sleep(until: wake)
                case nil: await clock.stop.wait()
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Starts the loop; there may be one at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(deadlines: self) }

    /// The iterator of a `for await` loop.
    public struct Iterator: AsyncIteratorProtocol {
        let deadlines: Deadlines

        /// The next id whose deadline has come; nil when the feature is asked to stop.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ID? { await deadlines.next() }
    }
}

extension Timestamp {
    /// How long it is until another point; negative where that is earlier.
    public func duration(to other: Timestamp) -> Duration {
        let (distance, isTooFar) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(isTooFar ? (other.nanoseconds < 0 ? .min : .max) : distance)
    }
}
