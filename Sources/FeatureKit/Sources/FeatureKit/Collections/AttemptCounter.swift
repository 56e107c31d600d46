/// Counts attempts by key, each within a window that begins with its first one, and says how long to wait beyond a
/// limit.
///
/// It reads no clock: the time is an argument, which must never go back.
public struct AttemptCounter<Key: Hashable & Sendable>: Sendable {
    private struct Window: Sendable {
        var start: Duration
        var count = 0
    }

    private let length: Duration
    private var windows: BoundedCache<Key, Window>

    /// Makes a counter.
    ///
    /// - Parameters:
    ///   - window: How long attempts are counted.
    ///   - capacity: How many keys are counted; those that were used longest ago are dropped.
    public init(in window: Duration, capacity: Int = 20_000) {
        length = window
        windows = BoundedCache(limit: capacity)
    }

    /// Counts an attempt before it is made, so that concurrent attempts can't exceed the limits.
    ///
    /// - Parameter limits: The keys that the attempt is counted by, each with how many attempts it may have.
    /// - Returns: How long to wait where one of the limits is reached, and nothing is counted; nil where the attempt
    ///   may be made.
    public mutating func begin(_ limits: [(key: Key, most: Int)], at uptime: Duration) -> Duration? {
        var longest: Duration?
        for (key, most) in limits {
            guard let window = windows.use(key), uptime < window.start + length, window.count >= most else { continue }
            longest = max(longest ?? .zero, window.start + length - uptime)
        }
        if let longest { return longest }
        for (key, _) in limits {
            windows.update(key, default: Window(start: uptime)) { window in
                if uptime >= window.start + length { window = Window(start: uptime) }
                window.count += 1
            }
        }
        return nil
    }

    /// Takes back the count of an attempt that was never made, or that should not count.
    public mutating func takeBack(_ keys: [Key]) {
        for key in keys where windows[key] != nil {
            windows.update(key, default: Window(start: .zero)) { $0.count = max(0, $0.count - 1) }
        }
    }

    /// Removes all attempts of a key.
    public mutating func forget(_ key: Key) { windows[key] = nil }

    /// How many keys are counted.
    public var count: Int { windows.count }
    /// How many keys were dropped because there were too many.
    public var evicted: UInt64 { windows.evicted }
}
