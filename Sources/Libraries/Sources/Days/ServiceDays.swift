/// Days in a row.
public struct ServiceDays: Hashable, Sendable {
    /// The first one, as days since 1970-01-01.
    public var first: Int
    /// How many there are.
    public var count: Int

    /// Days in a row.
    public init(first: Int, count: Int) { (self.first, self.count) = (first, max(0, count)) }

    /// When a day starts, by its place from the first one, in seconds since 1970.
    ///
    /// - Parameter starts: When the days start where that is; those before and after have 24 hours.
    public func start(of day: Int, starts: [Int]) -> Int {
        guard let start = starts.first, let last = starts.last else { return (first + day) * 86_400 }
        if day < 0 { return start + day * 86_400 }
        return day < starts.count ? starts[day] : last + (day - starts.count + 1) * 86_400
    }

    /// The day in which a moment lies, by its place from the first one.
    public func day(at moment: Int, starts: [Int]) -> Int {
        var day = (moment - start(of: 0, starts: starts)) / 86_400 - 1
        while start(of: day + 1, starts: starts) <= moment { day += 1 }
        while start(of: day, starts: starts) > moment { day -= 1 }
        return day
    }
}

/// Some of days in a row.
public struct DaySet: Hashable, Sendable {
    private var words: [UInt64]

    /// No day of so many.
    public init(count: Int) { words = Array(repeating: 0, count: (max(0, count) + 63) / 64) }

    /// Whether a day is among them, by its place from the first.
    public func contains(_ day: Int) -> Bool {
        day >= 0 && day >> 6 < words.count && words[day >> 6] >> UInt64(day & 63) & 1 == 1
    }

    /// Adds a day, by its place from the first; one that there is not is ignored.
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

    /// Whether another set has one of its days too.
    public func intersects(_ other: DaySet) -> Bool { zip(words, other.words).contains { $0 & $1 != 0 } }

    /// Takes away the days of another set.
    public mutating func subtract(_ other: DaySet) {
        for (place, word) in other.words.enumerated() where place < words.count { words[place] &= ~word }
    }
}
