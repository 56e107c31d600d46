/// One durable value of a feature, such as a counter or a key that is made once: a collection with a single document.
public struct StoredValue<Document: Shaped>: Sendable {
    private static var id: String { "value" }

    private let store: Store
    private let collection: StoredCollection<Document>

    init(_ store: Store, _ documents: Documents<Document>) throws(StoreError) {
        self.store = store
        collection = try store.collection(documents)
    }

    /// The value; nil where none has been written yet.
    public func get() async throws -> Document? { try await collection.get(Self.id)?.document }

    /// Writes the value.
    public func put(_ value: Document) async throws { try await collection.put(value, id: Self.id) }

    /// The value; where none has been written yet, `initial` is written first.
    public func get(or initial: Document) async throws -> Document {
        try await store.transaction { tx in
            if let value = try get(in: tx) { return value }
            try put(initial, in: tx)
            return initial
        }
    }

    /// Changes the value in a transaction of its own; where none has been written yet, `initial` is changed.
    ///
    /// - Returns: What was written.
    @discardableResult
    public func update(
        from initial: Document, _ change: @escaping @Sendable (inout Document) throws -> Void
    ) async throws -> Document {
        try await store.transaction { tx in
            var value = try get(in: tx) ?? initial
            try change(&value)
            try put(value, in: tx)
            return value
        }
    }

    /// The value within a transaction or a snapshot; nil where none has been written yet.
    public func get(in snapshot: StoreSnapshot) throws(StoreError) -> Document? {
        try snapshot.get(collection, Self.id)?.document
    }

    /// Writes the value in a transaction.
    public func put(_ value: Document, in tx: StoreTransaction) throws(StoreError) {
        try tx.put(collection, value, id: Self.id)
    }
}

extension Store {
    /// One durable value, kept in a collection of its own: `try context.store.value(SealKey.documents)`.
    public func value<Document>(_ documents: Documents<Document>) throws(StoreError) -> StoredValue<Document> {
        try StoredValue(self, documents)
    }
}
