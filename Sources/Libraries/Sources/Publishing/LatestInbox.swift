/// What waits to be looked at: of each sender the last item, and before it an urgent one; pure.
///
/// Reading a topic is only putting items here, so that its buffer does not fill up, and an urgent item among tens of
/// thousands of others is neither lost nor late.
public struct LatestInbox<Sender: Hashable & Sendable, Item: Equatable & Sendable>: Sendable {
    private struct Slot {
        var last: Item
        var weight: Int
        var urgent: Item?
        let number: UInt64

        /// Urgent items come first, then who has waited longest.
        var rank: (Int, UInt64) { (urgent == nil ? 1 : 0, number) }
    }

    private let limit: Int
    private var slots: [Sender: Slot] = [:]
    private var number: UInt64 = 0
    /// No slot has a smaller weight, so that a flood of equals is refused without a search.
    private var leastWeight = 0
    /// How many senders found no room.
    public private(set) var displaced: UInt64 = 0

    /// Makes an empty inbox.
    ///
    /// - Parameter limit: How many senders have room; beyond them the least severe is left out and counted.
    public init(limit: Int) { self.limit = limit }

    /// Whether nothing waits.
    public var isEmpty: Bool { slots.isEmpty }
    /// How many senders have something that waits.
    public var count: Int { slots.count }

    /// Takes an item in.
    ///
    /// - Parameters:
    ///   - severity: How much the item would be missed, from 0.
    ///   - isUrgent: Whether nothing that the sender says later takes its place.
    /// - Returns: Whether somebody has to look soon.
    public mutating func put(_ item: Item, from sender: Sender, severity: Int, isUrgent: Bool) -> Bool {
        let wasEmpty = slots.isEmpty
        guard slots[sender] != nil || slots.count < limit || makeRoom(for: severity) else { return false }
        number += 1
        var slot = slots[sender] ?? Slot(last: item, weight: severity, number: number)
        slot.last = item
        if isUrgent { slot.urgent = item }
        slot.weight = slot.urgent == nil ? severity : max(slot.weight, severity)
        slots[sender] = slot
        leastWeight = min(leastWeight, slot.weight)
        return wasEmpty || isUrgent
    }

    private mutating func makeRoom(for severity: Int) -> Bool {
        displaced += 1
        guard leastWeight < severity else { return false }
        guard let less = slots.first(where: { $0.value.weight < severity }) else {
            leastWeight = severity
            return false
        }
        slots[less.key] = nil
        return true
    }

    /// Takes out what so many senders said: urgent items first, then who has waited longest.
    public mutating func take(_ most: Int) -> [Item] {
        let taken = slots.sorted { $0.value.rank < $1.value.rank }.prefix(most)
        for (sender, _) in taken { slots[sender] = nil }
        return taken.flatMap { _, slot in
            slot.urgent.map { $0 == slot.last ? [$0] : [$0, slot.last] } ?? [slot.last]
        }
    }
}
