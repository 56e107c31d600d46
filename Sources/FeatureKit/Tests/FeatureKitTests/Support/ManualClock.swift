@_spi(Hosting) import FeatureKit

/// A clock that stands still until a test moves it.
final class ManualClock: ClockSource {
    private struct State {
        var uptime = Duration.seconds(100)
        var now = Timestamp(nanoseconds: 1_790_000_000_000_000_000)
        var sleepers: [Int: (until: Duration, awake: Signal)] = [:]
        var next = 0
        var watchers: [(count: Int, seen: Signal)] = []
    }

    private let state = Lock(State())

    var now: Timestamp { state.withLock { $0.now } }
    var uptime: Duration { state.withLock { $0.uptime } }

    func sleep(until uptime: Duration) async throws {
        let awake = Signal()
        let ticket = state.withLock { state -> Int? in
            guard uptime > state.uptime else { return nil }
            state.next += 1
            state.sleepers[state.next] = (uptime, awake)
            for watcher in state.watchers where watcher.count <= state.sleepers.count { watcher.seen.raise() }
            return state.next
        }
        if let ticket {
            await awake.wait()
            state.withLock { $0.sleepers[ticket] = nil }
        }
        try Task.checkCancellation()
    }

    /// Moves the time on and wakes the sleepers whose time has come.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.uptime }
            for ticket in due.keys { state.sleepers[ticket] = nil }
            return due.values.map(\.awake)
        }
        for signal in due { signal.raise() }
    }

    /// Sets the wall clock; the uptime stays.
    func set(now: Timestamp) { state.withLock { $0.now = now } }

    /// Returns once so many are asleep.
    func sleepers(atLeast count: Int) async {
        let seen = Signal()
        state.withLock { state in
            if state.sleepers.count >= count { seen.raise() } else { state.watchers.append((count, seen)) }
        }
        await seen.wait()
    }

    /// How many are asleep now.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
