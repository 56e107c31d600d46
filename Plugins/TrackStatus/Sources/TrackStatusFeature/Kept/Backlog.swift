/// Entries of the history that wait to be written, in order.
struct Backlog {
    /// So many wait for a store that fails; beyond them the oldest are lost.
    static let most = 1_000
    /// So many of them go with one write.
    static let mostAtOnce = 200

    private var entries: [HistoryEntry] = []
    /// How many have left it, one way or the other.
    private var gone = 0
    /// How many are lost.
    private(set) var lost = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ entry: HistoryEntry) {
        if entries.count >= Self.most {
            entries.removeFirst()
            gone += 1
            lost += 1
        }
        entries.append(entry)
    }

    /// Those that go with the next write, and the place behind them.
    var next: (entries: [HistoryEntry], end: Int) {
        let next = Array(entries.prefix(Self.mostAtOnce))
        return (next, gone + next.count)
    }

    /// Forgets all before a place; some may have been lost meanwhile.
    mutating func wrote(until end: Int) {
        let count = min(max(0, end - gone), entries.count)
        entries.removeFirst(count)
        gone += count
    }
}
