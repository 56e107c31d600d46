/// A transaction, inside `store.transaction`; not to be used after it.
public final class StoreTransaction: StoreSnapshot {
    private var openForWriting: (any StoreWriting)?
    /// What follows once it is on the disk.
    private(set) var followUps: [@Sendable () -> Void] = []

    init(of access: StoreAccess, writing session: any StoreWriting) {
        openForWriting = session
        super.init(of: access, session)
    }

    /// The blobs.
    public override var blobs: TransactionBlobs { TransactionBlobs(of: self) }

    /// Writes a new document; without an id one is generated.
    ///
    /// - Throws: `exists` where there is one with this id.
    @discardableResult
    public func insert<Document>(
        _ collection: StoredCollection<Document>, _ document: Document, id: String? = nil
    ) throws(StoreError) -> Stored<Document> {
        try put(collection, document, id: id ?? StoreID.random(), expecting: .absent)
    }

    /// Writes a document, replacing the one that has its id.
    ///
    /// - Throws: `exists` or `version-differs` where something else was expected.
    @discardableResult
    public func put<Document>(
        _ collection: StoredCollection<Document>, _ document: Document, id: String,
        expecting: Expectation = .anything
    ) throws(StoreError) -> Stored<Document> {
        _ = try session(for: collection, id)
        let version = try writing().put(document, id: id, in: collection.checked, expecting: expecting)
        return Stored(id: id, version: version, document: document)
    }

    /// Changes a document.
    ///
    /// - Throws: `not-found` where there is none; an error of `change`.
    @discardableResult
    public func update<Document>(
        _ collection: StoredCollection<Document>, _ id: String, _ change: (inout Document) throws -> Void
    ) throws -> Stored<Document> {
        guard var stored = try get(collection, id) else { throw StoreError.notFound(id, in: collection.name) }
        try change(&stored.document)
        return try put(collection, stored.document, id: id)
    }

    /// Changes the document that meets the conditions, or a new one where none does.
    @discardableResult
    public func update<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition],
        or new: @autoclosure () -> Document, _ change: (inout Document) throws -> Void
    ) throws -> Stored<Document> {
        let known = try first(collection, where: conditions)
        var document = known?.document ?? new()
        try change(&document)
        return try put(collection, document, id: known?.id ?? StoreID.random())
    }

    /// Deletes a document; false where there was none.
    ///
    /// - Throws: `version-differs` where another version was expected.
    @discardableResult
    public func delete<Document>(
        _ collection: StoredCollection<Document>, _ id: String, expecting: Expectation = .anything
    ) throws(StoreError) -> Bool {
        _ = try session(for: collection, id)
        return try writing().delete(id, in: collection.checked, expecting: expecting)
    }

    /// Deletes one batch of the documents that meet all conditions.
    ///
    /// - Parameter limit: How many at most, 100 by default.
    /// - Returns: The deleted documents; where there are as many as the limit, more may be left.
    @discardableResult
    public func delete<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition], limit: Int? = nil
    ) throws(StoreError) -> [Stored<Document>] {
        let found = try query(collection, where: conditions, limit: limit).items
        for stored in found { try delete(collection, stored.id) }
        return found
    }

    /// Publishes a message once this transaction is on the disk; where the transaction fails, the message is dropped.
    ///
    /// A crash of the host in between loses the message; use `announce` for messages that must not be lost.
    public func publish<Payload>(_ message: Payload, on publisher: Publisher<Payload>) {
        afterCommit { publisher(message) }
    }

    /// Runs an action once this transaction is on the disk, before its result is returned: for state in memory that
    /// follows the store.
    ///
    /// It must not wait. Where the transaction fails, or the host crashes in between, the action is not run.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) { followUps.append(action) }

    private func writing() throws(StoreError) -> any StoreWriting {
        guard let openForWriting else { throw .ended(access.feature) }
        return openForWriting
    }

    /// With what a blob of this id can be written.
    func writing(forBlob id: String) throws(StoreError) -> any StoreWriting {
        try access.checkBlobs()
        try StoreID.check(id)
        return try writing()
    }

    override func end() {
        openForWriting = nil
        super.end()
    }
}
