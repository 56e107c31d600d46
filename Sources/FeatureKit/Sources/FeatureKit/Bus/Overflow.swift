/// Which messages a reader loses when it is slower than the publishers; every loss is counted.
public struct Overflow: Sendable, Hashable {
    package let capacity: Int
    package let dropsOldest: Bool

    /// The largest buffer that a reader can have; a larger count is cut to it.
    public static let largestCapacity = 65_536

    /// Keeps the newest `count` messages.
    public static func dropOldest(_ count: Int = 64) -> Overflow {
        Overflow(capacity: min(max(1, count), largestCapacity), dropsOldest: true)
    }

    /// Keeps the first `count` messages and drops newer ones until there is room.
    public static func dropNewest(_ count: Int = 64) -> Overflow {
        Overflow(capacity: min(max(1, count), largestCapacity), dropsOldest: false)
    }
}
