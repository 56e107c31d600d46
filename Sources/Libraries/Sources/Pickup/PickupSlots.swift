public import FeatureKit

/// The times at which orders can be picked up, one slot after the other.
public struct PickupSlots: Sendable {
    private let length: Int64
    private let ahead: Duration
    private let most: Int

    /// Describes slots.
    ///
    /// - Parameters:
    ///   - length: How long one is.
    ///   - ahead: How far ahead they are offered.
    ///   - most: How many orders one has room for.
    public init(length: Duration, ahead: Duration, most: Int) {
        self.length = max(1, length.components.seconds)
        (self.ahead, self.most) = (ahead, most)
    }

    /// The beginnings of the slots that have room, from the next one on.
    ///
    /// - Parameters:
    ///   - taken: The slot of each order that is not ready yet.
    ///   - isOpen: Whether orders can be picked up at a moment.
    public func free(at now: Timestamp, taken: [Timestamp], _ isOpen: (Timestamp) -> Bool) -> [Timestamp] {
        let counts = taken.reduce(into: [Timestamp: Int]()) { $0[$1, default: 0] += 1 }
        let last = now.advanced(by: ahead)
        let all = sequence(first: (now.seconds / length + 1) * length) { $0 + length }.lazy
            .map { Timestamp(nanoseconds: $0 * 1_000_000_000) }.prefix { $0 <= last }
        return all.filter { counts[$0, default: 0] < most && isOpen($0) }
    }
}

/// How fast a kitchen is.
public enum KitchenPace {
    /// How many orders have to be done before they tell.
    private static let fewest = 5

    /// How long it is from one order that is ready to the next while there is work, half of the time at most.
    ///
    /// - Parameters:
    ///   - done: The last orders, each from when it could be begun until it was ready.
    ///   - usual: What is said until enough orders are done.
    public static func pace(
        of done: [(begun: Timestamp, ready: Timestamp)], usual: Duration
    ) -> Duration {
        guard done.count >= fewest else { return usual }
        let sorted = done.sorted { $0.ready < $1.ready }
        let gaps = zip(sorted, sorted.dropFirst()).map { before, order in
            max(before.ready, order.begun).duration(to: order.ready)
        }.sorted()
        return gaps[gaps.count / 2]
    }
}
