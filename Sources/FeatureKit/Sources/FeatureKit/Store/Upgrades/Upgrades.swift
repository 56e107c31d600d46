/// Makes documents that older versions of a feature wrote what its collections have today, before the feature starts.
///
/// All of them are rewritten then, not each one when it is read: what finds documents by their fields would not find
/// those that nobody has read yet.
struct Upgrades {
    /// How many documents one transaction writes at most.
    private static let batch = 200

    private let layouts: [CollectionLayout]
    private let progress: StoredCollection<UpgradeProgress>
    private let store: StoreAccess
    private let log: Log

    /// Nil where no collection has an upgrade.
    init?(_ contracts: [Contract], in store: StoreAccess, log: Log) throws {
        layouts = contracts.filter { $0.needs.contains(.upgrades) }.compactMap(\.collection)
        guard !layouts.isEmpty else { return nil }
        progress = try store.kitCollection(Documents.upgradeProgress)
        self.store = store
        self.log = log
    }

    /// Does what is left to do, as far as its code is in this process.
    ///
    /// - Throws: What a migration throws, or what is wrong with a document that it leaves; what was done until then stays.
    func run() async throws {
        for layout in layouts {
            let collection = try store.store.collection(named: layout.name, as: Value.self)
            var isDone = false
            while !isDone, !store.isStopping {
                isDone = try await store.write { tx in try self.step(layout, collection, tx) }
            }
        }
    }

    /// Upgrades a batch; true once nothing is left.
    private func step(
        _ layout: CollectionLayout, _ collection: StoredCollection<Value>, _ tx: StoreTransaction
    ) throws -> Bool {
        var state = try tx.get(progress, layout.name)?.document ?? UpgradeProgress()
        guard let next = state.next(of: layout.upgrades) else { return true }
        let page = try tx.query(collection, limit: Self.batch, after: state.after)
        for stored in page.items {
            guard case .object(let old) = stored.document else { continue }
            let new: Members
            do {
                new = try layout.upgraded(old, by: next)
                if new != old { try tx.put(collection, .object(new), id: stored.id) }
            } catch let error as StoreError where error.code != .misfit {
                throw error
            } catch {
                throw StoreError.notUpgraded(stored.id, in: layout.name, error)
            }
        }
        state.took(next, upTo: page.next)
        try tx.put(progress, state, id: layout.name)
        if page.next == nil, !page.items.isEmpty {
            log.info("upgraded documents of an older version", [("collection", layout.name)])
        }
        return false
    }
}

/// Which upgrades the documents of one collection have been through.
@Record struct UpgradeProgress: Equatable {
    /// Those that every document has been through.
    var done: [String] = []
    /// Those that the documents are going through.
    var current: [String] = []
    /// The place up to which they have.
    var after: PageCursor?

    /// What documents go through next; nil where nothing is left that can be done here.
    func next(of upgrades: [DocumentUpgrade]) -> [DocumentUpgrade]? {
        // What was begun is ended first, as far as it is still declared: documents behind the place need it alone.
        let begun = upgrades.filter { current.contains($0.id) }
        if !begun.isEmpty { return begun.allSatisfy(\.canRun) ? begun : nil }
        let left = upgrades.filter { $0.canRun && !done.contains($0.id) }
        return left.isEmpty ? nil : left
    }

    mutating func took(_ upgrades: [DocumentUpgrade], upTo place: PageCursor?) {
        let ids = upgrades.map(\.id)
        after = place
        current = place == nil ? [] : ids
        if place == nil { done += ids.filter { !done.contains($0) } }
    }

    /// Whether documents may be as an older version wrote them.
    func isBehind(_ upgrades: [DocumentUpgrade]) -> Bool { upgrades.contains { !done.contains($0.id) } }
}

extension Documents where Document == UpgradeProgress {
    static var upgradeProgress: Self { .init(KitCollection.upgrades.rawValue) }
}
