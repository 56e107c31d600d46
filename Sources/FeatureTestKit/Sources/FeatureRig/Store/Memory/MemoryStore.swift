@_spi(Hosting) public import FeatureKit

/// Where features keep their documents in tests: in memory, as the host's stores do in files.
///
/// What a feature keeps outlives its run, so that two `withFeature` with the same one are a restart. It fails when a
/// test says so.
public final class MemoryStore: Sendable {
    /// What tests say about it.
    struct Terms: Sendable {
        var documents: Int
        var bytes: Int
        var keptChanges: Int
        var keptChangeBytes: Int
        /// What everything is refused with.
        var failure: StoreError.Code?
        /// Raised when it answers again; nil where it does.
        var answers: Signal?
        /// Whether it can be opened all the same.
        var opens = false
        /// How often each transaction is thrown back before it counts.
        var contention = 0
    }

    private let terms: Lock<Terms>
    private let shelves = Lock<[String: MemoryShelf]>([:])

    /// Makes a place where nothing is kept yet.
    ///
    /// - Parameters:
    ///   - documents: How many documents a feature may keep.
    ///   - bytes: How many bytes of documents and blobs a feature may keep.
    public convenience init(documents: Int = 1_000_000, bytes: Int = 1 << 30) {
        self.init(
            .init(
                documents: documents, bytes: bytes, keptChanges: StoreLimits.keptChanges,
                keptChangeBytes: StoreLimits.keptChangeBytes))
    }

    init(_ terms: Terms) { self.terms = Lock(terms) }

    /// From here on features' stores refuse everything.
    public func fail(_ code: StoreError.Code = .unavailable) { terms.withLock { $0.failure = code } }

    /// From here on they refuse everything but being opened, so that a feature starts and finds that it can read nothing.
    public func failOnceOpen(_ code: StoreError.Code = .unavailable) {
        terms.withLock { terms in
            terms.failure = code
            terms.opens = true
        }
    }

    /// From here on they answer nothing, like a disk that is busy, but being opened.
    ///
    /// Over a worker's wire a question without an answer counts as work, so that nothing settles there.
    public func hang() { terms.withLock { $0.answers = $0.answers ?? Signal() } }

    /// Nothing fails or hangs any more.
    public func mend() {
        let answers = terms.withLock { terms in
            terms.failure = nil
            terms.opens = false
            terms.contention = 0
            return terms.answers.take()
        }
        answers?.raise()
    }

    /// Runs the body of each transaction so many times in vain before it counts, as if others had been quicker.
    ///
    /// It finds out bodies that change something besides what they are handed. From 10 times on the transaction is given
    /// up.
    public func contend(times: Int) { terms.withLock { $0.contention = times } }

    /// Changes how much a feature may keep.
    public func limit(documents: Int, bytes: Int) {
        terms.withLock { terms in
            terms.documents = documents
            terms.bytes = bytes
        }
    }

    /// The test's own way to what a feature keeps, which no failure touches.
    func visit(_ feature: String, _ contracts: [Contract]) async throws -> StoreAccess {
        let keeps = contracts.filter { $0.role == .keeps }
        let collections = try keeps.compactMap(\.collection).map { try CheckedCollection($0, of: feature) }
        let shelf = shelf(of: feature)
        try await shelf.arrange(collections)
        let access = StoreAccess(feature: feature, stop: Signal())
        access.open(
            MemoryEngine(shelf, as: .visitor), collections, blobs: keeps.contains { $0.collection == nil })
        return access
    }

    /// Whether a run of a feature has its store open.
    func isOpen(_ feature: String) async -> Bool { await shelves.withLock { $0[feature] }?.isOpen ?? false }

    private func shelf(of feature: String) -> MemoryShelf {
        shelves.withLock { shelves in
            if let shelf = shelves[feature] { return shelf }
            let shelf = MemoryShelf(of: feature) { [terms] in terms.withLock { $0 } }
            shelves[feature] = shelf
            return shelf
        }
    }
}

@_spi(Hosting) extension MemoryStore: StoreSource {
    /// Opens a feature's store.
    public func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        if let code = terms.withLock({ $0.opens ? nil : $0.failure }) {
            throw StoreError.saidByTest(code, feature)
        }
        let shelf = shelf(of: feature)
        return MemoryEngine(shelf, as: .run(try await shelf.open(collections))) { [terms] in
            guard let answers = terms.withLock({ $0.answers }) else { return }
            await answers.wait()
            try Task.checkCancellation()
        }
    }

    /// Ends the run that has a feature's store.
    public func close(_ feature: String) async { await shelf(of: feature).close() }
}

extension StoreError {
    /// What a test wants to fail.
    static func saidByTest(_ code: Code, _ feature: String) -> StoreError {
        StoreError(code, "\(feature): the test says that its store fails")
    }
}
