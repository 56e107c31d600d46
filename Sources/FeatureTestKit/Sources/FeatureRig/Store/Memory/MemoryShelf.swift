@_spi(Hosting) internal import FeatureKit

/// What one feature keeps, and who has it open: one transaction at a time.
actor MemoryShelf {
    /// Who asks.
    enum Holder {
        /// A run; the number tells which opening it came by.
        case run(Int)
        /// The test, which nothing is refused for.
        case visitor
    }

    private let feature: String
    private let terms: @Sendable () -> MemoryStore.Terms
    private let shelf: MemoryContents
    private var opening = 0
    private(set) var isOpen = false
    private var waiting: [Int: Signal] = [:]
    private var nextTicket = 0

    init(of feature: String, _ terms: @escaping @Sendable () -> MemoryStore.Terms) {
        self.feature = feature
        self.terms = terms
        shelf = MemoryContents(of: feature)
    }

    /// Makes what is kept fit its collections.
    func arrange(_ collections: [CheckedCollection]) throws(StoreError) { try shelf.arrange(collections) }

    /// Opens it for a run; the number of the opening.
    func open(_ collections: [CheckedCollection]) throws(StoreError) -> Int {
        try arrange(collections)
        opening += isOpen ? 0 : 1
        isOpen = true
        return opening
    }

    func close() {
        isOpen = false
        wake()
    }

    func read<Result: Sendable>(
        as holder: Holder, _ body: @Sendable (any StoreReading) throws -> Result
    ) throws -> Result {
        _ = try admitted(holder)
        return try body(MemoryMoment(of: shelf))
    }

    func write<Result: Sendable>(
        as holder: Holder, _ body: @Sendable (any StoreWriting) throws -> Result
    ) throws -> Result {
        try Task.checkCancellation()
        let terms = try admitted(holder)
        for _ in 0..<terms.contention {
            let vain = MemoryTransaction(on: shelf, terms)
            defer { vain.undo() }
            _ = try body(vain)
        }
        guard terms.contention < StoreLimits.tries else { throw StoreContention() }
        let transaction = MemoryTransaction(on: shelf, terms)
        do {
            let result = try body(transaction)
            if transaction.commit() { wake() }
            return result
        } catch {
            transaction.undo()
            throw error
        }
    }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int,
        for holder: Holder
    ) throws -> ChangeBatch<Document> {
        _ = try admitted(holder)
        return try shelf.changes(of: collection, as: type, after: place, most: most)
    }

    func untilChanged(after place: ChangeToken, for holder: Holder) async {
        guard (try? admitted(holder)) != nil, place == shelf.token else { return }
        let ticket = nextTicket
        nextTicket += 1
        let changed = Signal()
        waiting[ticket] = changed
        await changed.wait()
        waiting[ticket] = nil
    }

    private func wake() {
        defer { waiting = [:] }
        for changed in waiting.values { changed.raise() }
    }

    /// Refuses who came by an opening that has ended, and where the test wants failures.
    private func admitted(_ holder: Holder) throws(StoreError) -> MemoryStore.Terms {
        var terms = terms()
        switch holder {
        case .visitor:
            terms.contention = 0
            return terms
        case .run(let number):
            guard isOpen, number == opening else { throw .stopped(feature) }
            if let code = terms.failure { throw .saidByTest(code, feature) }
            return terms
        }
    }
}
