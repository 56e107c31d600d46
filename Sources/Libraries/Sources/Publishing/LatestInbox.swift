/// What waits to be looked at: of each sender the last item, and before it an urgent one; pure.
///
/// Reading a topic is only putting items here, so that its buffer does not fill up, and an urgent item among tens of
/// thousands of others is neither lost nor late.
///
/// It is inlined into its users: made for any sender and item, it would take several times as long.
@frozen
public struct LatestInbox<Sender: Hashable & Sendable, Item: Equatable & Sendable>: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var last: Item
        @usableFromInline var weight: Int
        @usableFromInline var urgent: Item?
        @usableFromInline let number: UInt64

        @inlinable
        init(_ item: Item, number: UInt64) { (last, weight, self.number) = (item, 0, number) }

        /// Urgent items come first, then who has waited longest.
        @inlinable var rank: UInt64 { urgent == nil ? number | 1 << 63 : number }

        @inlinable
        mutating func take(_ item: Item, _ severity: Int, _ isUrgent: Bool) -> Int {
            last = item
            if isUrgent { urgent = item }
            weight = urgent == nil ? severity : max(weight, severity)
            return weight
        }
    }

    @usableFromInline let limit: Int
    @usableFromInline var slots: [Sender: Slot] = [:]
    @usableFromInline var number: UInt64 = 0
    /// No slot has a smaller weight, so that a flood of equals is refused without a search.
    @usableFromInline var leastWeight = 0
    @usableFromInline var displacedCount: UInt64 = 0

    /// Makes an empty inbox.
    ///
    /// - Parameter limit: How many senders have room; beyond them the least severe is left out and counted.
    @inlinable
    public init(limit: Int) { self.limit = limit }

    /// Whether nothing waits.
    @inlinable public var isEmpty: Bool { slots.isEmpty }
    /// How many senders have something that waits.
    @inlinable public var count: Int { slots.count }
    /// How many senders found no room.
    @inlinable public var displaced: UInt64 { displacedCount }

    /// Takes an item in.
    ///
    /// - Parameters:
    ///   - severity: How much the item would be missed, from 0.
    ///   - isUrgent: Whether nothing that the sender says later takes its place.
    /// - Returns: Whether somebody has to look soon.
    @inlinable
    public mutating func put(_ item: Item, from sender: Sender, severity: Int, isUrgent: Bool) -> Bool {
        if let place = slots.index(forKey: sender) {
            leastWeight = min(leastWeight, slots.values[place].take(item, severity, isUrgent))
            return isUrgent
        }
        let wasEmpty = slots.isEmpty
        guard slots.count < limit || makeRoom(for: severity) else { return false }
        number += 1
        var slot = Slot(item, number: number)
        leastWeight = min(leastWeight, slot.take(item, severity, isUrgent))
        slots[sender] = slot
        return wasEmpty || isUrgent
    }

    @inlinable
    mutating func makeRoom(for severity: Int) -> Bool {
        displacedCount += 1
        guard leastWeight < severity else { return false }
        guard let less = slots.first(where: { $0.value.weight < severity }) else {
            leastWeight = severity
            return false
        }
        slots[less.key] = nil
        return true
    }

    /// Takes out what so many senders said: urgent items first, then who has waited longest.
    @inlinable
    public mutating func take(_ most: Int) -> [Item] {
        // Numbers are sorted, and not slots, which are large.
        let all = Array(slots)
        let order = all.indices.map { (rank: all[$0].value.rank, place: $0) }.sorted { $0.rank < $1.rank }.prefix(most)
        return order.flatMap { _, place in
            let (sender, slot) = all[place]
            slots[sender] = nil
            return slot.urgent.map { $0 == slot.last ? [$0] : [$0, slot.last] } ?? [slot.last]
        }
    }
}
