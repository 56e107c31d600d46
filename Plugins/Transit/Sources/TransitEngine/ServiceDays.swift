/// Days in a row.
public struct ServiceDays: Hashable, Sendable {
    /// The first one, as days since 1970-01-01.
    public var first: Int
    /// How many there are.
    public var count: Int

    /// Days in a row.
    public init(first: Int, count: Int) { (self.first, self.count) = (first, max(0, count)) }
}

/// Some of a network's days.
public struct DaySet: Hashable, Sendable {
    var words: [UInt64]

    /// No day of so many.
    public init(count: Int) { words = Array(repeating: 0, count: (max(0, count) + 63) / 64) }

    /// Whether a day is among them, by its place from the network's first.
    public func contains(_ day: Int) -> Bool {
        day >= 0 && day >> 6 < words.count && words[day >> 6] >> UInt64(day & 63) & 1 == 1
    }

    /// Adds a day, by its place from the network's first; one that the network does not have is ignored.
    public mutating func insert(_ day: Int) {
        guard day >= 0, day >> 6 < words.count else { return }
        words[day >> 6] |= 1 << UInt64(day & 63)
    }

    /// Takes a day away.
    public mutating func remove(_ day: Int) {
        guard day >= 0, day >> 6 < words.count else { return }
        words[day >> 6] &= ~(1 << UInt64(day & 63))
    }

    /// Whether no day is among them.
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
}
