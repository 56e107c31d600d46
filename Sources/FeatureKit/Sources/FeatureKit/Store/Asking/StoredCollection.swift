/// A collection of a feature's store.
public struct StoredCollection<Document: Shaped>: Sendable {
    /// Whose it is.
    @_spi(Hosting) public let access: StoreAccess
    let checked: CheckedCollection

    /// The collection's name.
    public var name: String { checked.name }

    /// A document; nil where there is none.
    public func get(_ id: String) async throws -> Stored<Document>? {
        try await access.read { snapshot in try snapshot.get(self, id) }
    }

    /// Writes a new document.
    ///
    /// - Parameter id: Its id; without one an id is generated.
    /// - Throws: `exists` where there is one with this id.
    @discardableResult
    public func insert(_ document: Document, id: String? = nil) async throws -> Stored<Document> {
        // Made before: a transaction that is tried again writes the same.
        let id = id ?? StoreID.random()
        return try await access.write { tx in try tx.insert(self, document, id: id) }
    }

    /// Writes a document, replacing the one that has its id.
    ///
    /// - Throws: `exists` or `version-differs` where something else was expected.
    @discardableResult
    public func put(
        _ document: Document, id: String, expecting: Expectation = .anything
    ) async throws -> Stored<Document> {
        try await access.write { tx in try tx.put(self, document, id: id, expecting: expecting) }
    }

    /// Changes a document in isolation from other writers.
    ///
    /// - Parameter change: What to change; it may run more than once, each time on the current document.
    /// - Throws: `not-found` where there is none; an error of `change`, and then nothing is written.
    @discardableResult
    public func update(
        _ id: String, _ change: @escaping @Sendable (inout Document) throws -> Void
    ) async throws -> Stored<Document> {
        try await access.write { tx in try tx.update(self, id, change) }
    }

    /// Deletes a document; false where there was none.
    ///
    /// - Throws: `version-differs` where another version was expected.
    @discardableResult
    public func delete(_ id: String, expecting: Expectation = .anything) async throws -> Bool {
        try await access.write { tx in try tx.delete(self, id, expecting: expecting) }
    }

    /// Deletes all documents that meet all conditions, 500 in each transaction, so that others get their turn.
    ///
    /// - Parameter deleted: Called with each document once it is deleted.
    public func deleteAll(
        where conditions: [StoreCondition], _ deleted: (Stored<Document>) -> Void = { _ in }
    ) async throws {
        let most = 500
        var batch: [Stored<Document>]
        repeat {
            batch = try await access.write { tx in try tx.delete(self, where: conditions, limit: most) }
            batch.forEach(deleted)
        } while batch.count == most
    }

    /// The first document that meets all conditions; nil where there is none.
    public func first(
        where conditions: [StoreCondition] = [], order: StoreOrder? = nil
    ) async throws -> Stored<Document>? {
        try await access.read { snapshot in try snapshot.first(self, where: conditions, order: order) }
    }

    /// All documents that meet all conditions, however many: `for try await stored in bookings.all(where: …)`.
    ///
    /// They are read page by page, each page as it is at that moment.
    public func all(where conditions: [StoreCondition] = [], order: StoreOrder? = nil) -> AllDocuments<Document> {
        AllDocuments(collection: self, conditions: conditions, order: order)
    }

    /// The documents that meet all conditions, page by page.
    public func query(
        where conditions: [StoreCondition] = [], order: StoreOrder? = nil, limit: Int? = nil, after: PageCursor? = nil
    ) async throws -> DocumentPage<Document> {
        try await access.read { snapshot in
            try snapshot.query(self, where: conditions, order: order, limit: limit, after: after)
        }
    }

    /// How many documents meet all conditions.
    public func count(where conditions: [StoreCondition] = []) async throws -> Int {
        try await access.read { snapshot in try snapshot.count(self, where: conditions) }
    }

    /// The changes after a place, or from now on.
    ///
    /// "Now" is when this is called, not when the loop starts.
    public func changes(after token: ChangeToken? = nil) async throws -> DocumentChanges<Document> {
        let place: ChangeToken
        if let token { place = token } else { place = try await access.read { try $0.token } }
        return DocumentChanges(access: access, collection: checked, start: place)
    }
}
