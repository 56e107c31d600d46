/// The last content of each key, in the order in which they were put, for a limited number of keys.
///
/// Putting costs the same for any number of keys: a key's earlier entry stays in the order until it is tidied.
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
    /// The order of the entries, in which some may have been replaced or removed since.
    private var turns = Ring<Turn>()
    private var last: UInt64 = 0
    /// How many keys were dropped because there were too many.
    public private(set) var forgotten: UInt64 = 0
    /// The most keys that are kept; beyond it, those that were put longest ago are dropped.
    public var most: Int { didSet { trim() } }

    /// Makes an empty collection.
    public init(most: Int) { self.most = most }

    /// How many keys there are.
    public var count: Int { entries.count }

    /// All contents, in the order in which they were put.
    public var all: [Content] {
        entries.values.sorted { $0.place < $1.place }.map(\.content)
    }

    /// Sets a key's content, replacing what it had, and moves it behind all others.
    public mutating func put(_ content: Content, for key: Key) {
        last &+= 1
        entries[key] = Entry(content: content, place: last)
        turns.append(Turn(key: key, place: last))
        trim()
        tidy()
    }

    /// Removes a key.
    public mutating func remove(_ key: Key) { entries[key] = nil }

    private func isCurrent(_ turn: Turn) -> Bool { entries[turn.key]?.place == turn.place }

    private mutating func trim() {
        while entries.count > max(0, most), let oldest = turns.popFirst() {
            guard isCurrent(oldest) else { continue }
            entries[oldest.key] = nil
            forgotten &+= 1
        }
    }

    /// Keeps the order from growing much beyond the entries, or the same few keys would fill the memory.
    private mutating func tidy() {
        guard turns.count > 2 * entries.count + Self.slack else { return }
        var current = Ring<Turn>()
        while let turn = turns.popFirst() { if isCurrent(turn) { current.append(turn) } }
        turns = current
    }

    private static var slack: Int { 16 }
}
