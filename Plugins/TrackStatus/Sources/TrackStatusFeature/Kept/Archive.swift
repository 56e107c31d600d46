internal import FeatureKit

/// What lies in the store, read and written.
struct Archive: Sendable {
    /// What a run begins with.
    struct Contents {
        var kept = Kept()
        var last: LastSaid?
        var reserved = 0
    }

    /// There is one document of each kind but of the history.
    private static let id = "now"
    /// How many entries are forgotten with one write, where many are too many at once.
    private static let tidyBatch = 500

    private let store: Store
    private let standing: StoredCollection<Kept>
    private let lastSaid: StoredCollection<LastSaid>
    private let reserved: StoredCollection<Reserved>
    private let history: StoredCollection<HistoryEntry>
    private let keep: Int

    /// - Parameter keep: How many entries the history has at most.
    init(_ store: Store, keep: Int) throws(StoreError) {
        self.store = store
        self.keep = keep
        standing = try store.collection(.standing)
        lastSaid = try store.collection(.lastSaid)
        reserved = try store.collection(.reserved)
        history = try store.collection(.history)
    }

    func read() async throws -> Contents {
        try await store.read { [self] snapshot in
            Contents(
                kept: try snapshot.get(standing, Self.id)?.document ?? Kept(),
                last: try snapshot.get(lastSaid, Self.id)?.document,
                reserved: try snapshot.get(reserved, Self.id)?.document.until ?? 0)
        }
    }

    /// All of it or nothing; on the disk when it returns.
    func write(_ write: Write) async throws {
        try await store.transaction { [self] tx in
            if let kept = write.kept { try tx.put(standing, kept, id: Self.id) }
            if let last = write.last { try tx.put(lastSaid, last, id: Self.id) }
            if let until = write.reserved { try tx.put(reserved, Reserved(until: until), id: Self.id) }
            guard !write.entries.isEmpty else { return }
            let newest = try tx.query(history, order: .descending(by: "number"), limit: 1).items.first
            var number = newest?.document.number ?? 0
            for var entry in write.entries {
                number += 1
                entry.number = number
                try tx.insert(history, entry, id: "\(number)")
            }
            let old = try tx.query(history, where: [.upTo("number", number - keep)], limit: Self.tidyBatch)
            for entry in old.items { try tx.delete(history, entry.id) }
        }
    }

    func page(_ asked: AskHistory) async throws -> HistoryPage {
        let page = try await history.query(
            order: .descending(by: "number"), limit: asked.limit, after: asked.after.map(PageCursor.init))
        return HistoryPage(items: page.items.map(\.document), next: page.next?.description)
    }
}
