/// A feature's access to its store during one run: opened before the run, revoked after it.
///
/// Code that keeps documents without being a feature, and tests, use a store in the same way.
@_spi(Hosting) public final class StoreAccess: Sendable {
    private enum State {
        case closed
        case open(any StoreEngine, [String: CheckedCollection], blobs: Bool)
        case revoked
    }

    package let feature: String
    private let stop: Signal
    private let state = Lock(State.closed)
    private let noted = Lock<[StoreError]>([])
    private let onMisuse: @Sendable (StoreError) -> Void
    /// The topics that its transactions announce messages on.
    private let announced: [String: Shape]
    /// The routes that its transactions send requests to.
    private let sent: [String: Shape]

    /// How many rows the kit's queues had when they were last counted, and at which version of the store.
    let counted = Lock<[String: (count: Int, version: Int)]>([:])

    /// How many misuses are kept.
    private static let mostMisuses = 100

    /// Prepares the access; nothing can be read or written before it is opened.
    ///
    /// - Parameters:
    ///   - feature: The feature whose store it is.
    ///   - stop: Ends every loop over changes.
    public convenience init(feature: String, stop: Signal) { self.init(feature: feature, stop: stop) { _ in } }

    /// - Parameter onMisuse: Called with each undeclared use, which is also recorded.
    /// - Parameter contracts: What the feature declares.
    package init(
        feature: String, stop: Signal, contracts: [Contract] = [], onMisuse: @escaping @Sendable (StoreError) -> Void
    ) {
        func shapes(of need: KitCollection) -> [String: Shape] {
            let contracts = contracts.filter { $0.needs.contains(need) }.map { ($0.name, $0.shape) }
            return Dictionary(contracts, uniquingKeysWith: { first, _ in first })
        }
        announced = shapes(of: .outbox)
        sent = shapes(of: .jobs)
        self.feature = feature
        self.stop = stop
        self.onMisuse = onMisuse
    }

    /// The documents.
    public var store: Store { Store(access: self) }
    /// The blobs.
    public var blobs: Blobs { Blobs(access: self) }

    /// Allows its use, unless it has been revoked.
    ///
    /// - Parameters:
    ///   - engine: The engine that keeps the data.
    ///   - collections: The collections that may be used.
    ///   - blobs: Whether blobs may be used.
    public func open(_ engine: any StoreEngine, _ collections: [CheckedCollection], blobs: Bool) {
        let byName = Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        state.withLock { if case .closed = $0 { $0 = .open(engine, byName, blobs: blobs) } }
    }

    /// Refuses every use from now on.
    public func revoke() { state.withLock { $0 = .revoked } }

    /// The first uses of collections and blobs that the manifest does not declare.
    var misuses: [StoreError] { noted.withLock { $0 } }

    /// Records a use that the manifest does not declare.
    @discardableResult
    package func noting(_ error: StoreError) -> StoreError {
        let isNew = noted.withLock { noted in
            guard noted.count < Self.mostMisuses else { return false }
            noted.append(error)
            return true
        }
        if isNew { onMisuse(error) }
        return error
    }

    /// Whether the feature has been asked to stop.
    var isStopping: Bool { stop.isRaised }

    package func engine() throws(StoreError) -> any StoreEngine {
        switch state.withLock({ $0 }) {
        case .open(let engine, _, _): return engine
        case .closed: throw noting(.undeclared(feature))
        case .revoked: throw .stopped(feature)
        }
    }

    /// A collection that may be used, by its name.
    package func checked(named name: String) throws(StoreError) -> CheckedCollection {
        switch state.withLock({ $0 }) {
        case .revoked: throw .stopped(feature)
        case .closed: throw .undeclared(name, of: feature, declared: [])
        case .open(_, let collections, _):
            guard let known = collections[name] else {
                throw .undeclared(name, of: feature, declared: collections.keys.sorted())
            }
            return known
        }
    }

    /// The collection as the engine knows it.
    func checked(_ layout: CollectionLayout) throws(StoreError) -> CheckedCollection {
        switch state.withLock({ $0 }) {
        case .revoked: throw .stopped(feature)
        case .closed: throw noting(.undeclared(layout.name, of: feature, declared: []))
        case .open(_, let collections, _):
            guard let known = collections[layout.name] else {
                throw noting(.undeclared(layout.name, of: feature, declared: collections.keys.sorted()))
            }
            guard known.layout == layout else { throw .declaredOtherwise(layout.name, of: feature) }
            return known
        }
    }

    /// Whether its transactions may announce such messages on a topic.
    func announces(_ topic: String, _ shape: Shape) -> Bool { announced[topic] == shape }

    /// Whether its transactions may send such requests to a route.
    func sends(_ route: String, _ shape: Shape) -> Bool { sent[route] == shape }

    /// A collection of the kit's own.
    func kitCollection<Document>(_ documents: Documents<Document>) throws(StoreError) -> StoredCollection<Document> {
        StoredCollection(access: self, checked: try checked(documents.layout))
    }

    /// Refuses blobs where they are not declared.
    package func checkBlobs() throws(StoreError) {
        switch state.withLock({ $0 }) {
        case .revoked: throw .stopped(feature)
        case .open(_, _, blobs: true): return
        case .open(_, let collections, blobs: false):
            throw noting(.undeclared(CollectionLayout.blobs, of: feature, declared: collections.keys.sorted()))
        case .closed: throw noting(.undeclared(CollectionLayout.blobs, of: feature, declared: []))
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result {
        try await engine().read { session in
            let snapshot = StoreSnapshot(of: self, session)
            defer { snapshot.end() }
            return try body(snapshot)
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result {
        for _ in 1...StoreLimits.tries {
            do {
                let (result, followUps) = try await engine().write { session in
                    let transaction = StoreTransaction(of: self, writing: session)
                    defer { transaction.end() }
                    return (try body(transaction), transaction.followUps)
                }
                for follow in followUps { follow() }
                return result
            } catch is StoreContention {
                // The engine knows what it waited for; a pause by the feature's clock would never end in a test.
                try Task.checkCancellation()
            }
        }
        throw StoreError.contended(feature)
    }

    /// Returns once `event` does or the feature is asked to stop.
    func untilStopping(or event: @escaping @Sendable () async -> Void) async {
        let stop = stop
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await event() }
            group.addTask { await stop.wait() }
            await group.next()
            group.cancelAll()
        }
    }
}
