/// A transaction, inside `store.transaction`; of no use after it.
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

    /// Writes a new document; without an id one is made.
    ///
    /// - Throws: `exists` where there is one with this id.
    @discardableResult
    public func insert<Document>(
        _ collection: StoredCollection<Document>, _ document: Document, id: String? = nil
    ) throws(StoreError) -> Stored<Document> {
        try put(collection, document, id: id ?? StoreID.random(), expecting: .absent)
    }

    /// Writes a document, in the place of one that has its id.
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
    /// - Throws: `not-found` where there is none, and what `change` throws.
    @discardableResult
    public func update<Document>(
        _ collection: StoredCollection<Document>, _ id: String, _ change: (inout Document) throws -> Void
    ) throws -> Stored<Document> {
        guard var stored = try get(collection, id) else { throw StoreError.notFound(id, in: collection.name) }
        try change(&stored.document)
        return try put(collection, stored.document, id: id)
    }

    /// Changes the document that meets conditions, or a new one where none does.
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

    /// Deletes documents that meet all conditions, one batch of them.
    ///
    /// - Parameter limit: How many at most, 100 by default.
    /// - Returns: What was deleted; as many as the limit where more may be left.
    @discardableResult
    public func delete<Document>(
        _ collection: StoredCollection<Document>, where conditions: [StoreCondition], limit: Int? = nil
    ) throws(StoreError) -> [Stored<Document>] {
        let found = try query(collection, where: conditions, limit: limit).items
        for stored in found { try delete(collection, stored.id) }
        return found
    }

    /// Publishes a message once this transaction is on the disk; where it comes to nothing, so does the message.
    ///
    /// A crash of the host in between loses it; `announce` publishes what must not be lost.
    public func publish<Payload>(_ message: Payload, on publisher: Publisher<Payload>) {
        afterCommit { publisher(message) }
    }

    /// Does something at once when this transaction is on the disk, before its result is returned: brings what follows the
    /// store in memory up to date.
    ///
    /// It never waits. Where the transaction comes to nothing, or the host crashes in between, it is not done.
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
