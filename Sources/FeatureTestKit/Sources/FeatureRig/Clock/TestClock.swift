@_spi(Hosting) public import FeatureKit

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private struct Sleeper {
        var until: Duration
        let awake: Signal
        /// Since when it sleeps, and how often it looks whether the wall clock was set; nil where it does not mind.
        let looks: (since: Duration, every: Duration)?
    }

    private struct State {
        var uptime: Duration
        var now: Timestamp
        var sleepers: [Int: Sleeper] = [:]
        var next = 0
        var watchers: [(count: Int, seen: Signal)] = []
    }

    private let state: Lock<State>

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - now: The wall clock's time at the start.
    ///   - uptime: The uptime at the start.
    public init(now: Timestamp = Timestamp(nanoseconds: 1_790_000_000_000_000_000), uptime: Duration = .seconds(100)) {
        state = Lock(State(uptime: uptime, now: now))
    }

    /// The wall clock's time.
    public var now: Timestamp { state.withLock { $0.now } }

    /// The uptime, which never goes back.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The clock as the kit takes it.
    @_spi(Hosting) public var source: any ClockSource { Source(clock: self) }

    private struct Source: ClockSource {
        let clock: TestClock
        var now: Timestamp { clock.now }
        var uptime: Duration { clock.uptime }
        func sleep(until uptime: Duration) async throws { try await clock.sleep(until: uptime) }
        func sleep(until uptime: Duration, lookingEvery look: Duration) async throws {
            try await clock.sleep(until: uptime, lookingEvery: look)
        }
    }

    private func sleep(until uptime: Duration, lookingEvery look: Duration? = nil) async throws {
        let awake = Signal()
        let (ticket, seen) = state.withLock { state -> (Int?, [Signal]) in
            guard uptime > state.uptime else { return (nil, []) }
            state.next += 1
            let looks = look.map { (since: state.uptime, every: $0) }
            state.sleepers[state.next] = Sleeper(until: uptime, awake: awake, looks: looks)
            let count = state.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return (state.next, state.watchers.filter { $0.count <= count }.map(\.seen))
        }
        guard let ticket else { return try Task.checkCancellation() }
        for signal in seen { signal.raise() }
        await awake.wait()
        state.withLock { $0.sleepers[ticket] = nil }
        try Task.checkCancellation()
    }

    /// Moves the time on and wakes the sleepers whose time has come, the earliest first.
    public func advance(by duration: Duration) { advance(to: uptime + duration) }

    /// Moves the time on to an uptime, unless that has passed.
    func advance(to uptime: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            guard uptime > state.uptime else { return [] }
            state.now = state.now.advanced(by: uptime - state.uptime)
            state.uptime = uptime
            let due = state.sleepers.filter { $0.value.until <= state.uptime }
            for ticket in due.keys { state.sleepers[ticket] = nil }
            // Of two with the same time the one that went to sleep first, so that every run is the same.
            return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }.map(\.value)
        }
        for sleeper in due { sleeper.awake.raise() }
    }

    /// Sets the wall clock, as an administrator does; the uptime stays as it is.
    ///
    /// A sleeper that looks at the wall clock from time to time wakes when it would have looked next.
    public func set(now: Timestamp) {
        state.withLock { state in
            state.now = now
            for (ticket, sleeper) in state.sleepers {
                guard let looks = sleeper.looks, looks.every > .zero else { continue }
                let slept = Int64((state.uptime - looks.since) / looks.every)
                let next = looks.since + looks.every * (slept + 1)
                state.sleepers[ticket]?.until = min(sleeper.until, next)
            }
        }
    }

    /// When the next sleeper wakes.
    var nextWake: Duration? { state.withLock { $0.sleepers.values.map(\.until).min() } }

    /// How many are asleep.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Returns once at least `count` tasks are asleep; a test waits for this before it moves the time.
    public func sleepers(atLeast count: Int) async {
        let seen = Signal()
        state.withLock { state in
            if state.sleepers.count >= count { seen.raise() } else { state.watchers.append((count, seen)) }
        }
        await seen.wait()
    }
}
