@_spi(Hosting) public import FeatureKit

/// The store of features in tests: it keeps documents in memory, as the host's stores do in files.
///
/// What a feature keeps outlives its run, so that two calls of `withFeature` with the same store are a restart. It
/// fails when a test says so.
public final class MemoryStore: Sendable {
    /// What a test has set.
    struct Terms: Sendable {
        var documents: Int
        var bytes: Int
        var keptChanges: Int
        var keptChangeBytes: Int
        /// The error with which everything is refused.
        var failure: StoreError.Code?
        /// Raised when it answers again; nil where it does.
        var answers: Signal?
        /// Whether it can be opened nevertheless.
        var opens = false
        /// How often each transaction is undone before it is committed.
        var contention = 0
    }

    private let terms: Lock<Terms>
    private let shelves = Lock<[String: MemoryShelf]>([:])

    /// Makes an empty store.
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

    /// Makes the store refuse everything from now on.
    public func fail(_ code: StoreError.Code = .unavailable) { terms.withLock { $0.failure = code } }

    /// Makes the store refuse everything but being opened, so that a feature starts and finds that it can read nothing.
    public func failOnceOpen(_ code: StoreError.Code = .unavailable) {
        terms.withLock { terms in
            terms.failure = code
            terms.opens = true
        }
    }

    /// Makes the store answer nothing but being opened, like a disk that is busy.
    ///
    /// In a worker a request without an answer counts as work, so that nothing comes to rest there.
    public func hang() { terms.withLock { $0.answers = $0.answers ?? Signal() } }

    /// Ends every failure and hang.
    public func repair() {
        let answers = terms.withLock { terms in
            terms.failure = nil
            terms.opens = false
            terms.contention = 0
            return terms.answers.take()
        }
        answers?.raise()
    }

    /// Runs the body of each transaction so many times without effect before it is committed, as if it had conflicted.
    ///
    /// It reveals bodies that change something besides what they are given. From 10 times on the transaction fails.
    public func contend(times: Int) { terms.withLock { $0.contention = times } }

    /// Changes how much a feature may keep.
    public func limit(documents: Int, bytes: Int) {
        terms.withLock { terms in
            terms.documents = documents
            terms.bytes = bytes
        }
    }

    /// The test's own access to what a feature keeps, which no failure touches.
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
    /// A failure that a test asked for.
    static func saidByTest(_ code: Code, _ feature: String) -> StoreError {
        StoreError(code, "\(feature): the test says that its store fails")
    }
}
