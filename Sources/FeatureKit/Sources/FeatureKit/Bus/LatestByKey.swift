/// The last content of each key, in the order in which it came, and no more than so many.
///
/// Putting costs the same however many there are: what a key had before stays in the order until that is tidied.
@_spi(Hosting) public struct LatestByKey<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private struct Entry: Sendable {
        let content: Content
        let place: UInt64
    }

    private struct Turn: Sendable {
        let key: Key
        let place: UInt64
    }

    private var entries: [Key: Entry] = [:]
    /// By when they were put; those that were put again or removed since lie there still.
    private var turns = Ring<Turn>()
    private var last: UInt64 = 0
    /// How many were dropped because there were too many.
    public private(set) var forgotten: UInt64 = 0
    /// How many are kept; the ones go first that were put longest ago.
    public var most: Int { didSet { trim() } }

    /// Begins with nothing.
    public init(most: Int) { self.most = most }

    /// How many there are.
    public var count: Int { entries.count }

    /// All of them, in the order in which they were put.
    public var all: [Content] {
        entries.values.sorted { $0.place < $1.place }.map(\.content)
    }

    /// Puts a key's content in the place of what it had, behind all others.
    public mutating func put(_ content: Content, for key: Key) {
        last &+= 1
        entries[key] = Entry(content: content, place: last)
        turns.append(Turn(key: key, place: last))
        trim()
        tidy()
    }

    /// Forgets a key.
    public mutating func remove(_ key: Key) { entries[key] = nil }

    private func isCurrent(_ turn: Turn) -> Bool { entries[turn.key]?.place == turn.place }

    private mutating func trim() {
        while entries.count > max(0, most), let oldest = turns.popFirst() {
            guard isCurrent(oldest) else { continue }
            entries[oldest.key] = nil
            forgotten &+= 1
        }
    }

    /// Never much longer than what there is, or the same few keys would fill the memory.
    private mutating func tidy() {
        guard turns.count > 2 * entries.count + Self.slack else { return }
        var current = Ring<Turn>()
        while let turn = turns.popFirst() { if isCurrent(turn) { current.append(turn) } }
        turns = current
    }

    private static var slack: Int { 16 }
}
