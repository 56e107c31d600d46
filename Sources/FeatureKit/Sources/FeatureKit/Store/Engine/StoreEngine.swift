/// The engine that keeps one feature's documents and blobs: SQLite in the host, memory in tests.
///
/// The conformance suite of the test kit defines what an engine has to do; an engine decides nothing that features see.
@_spi(Hosting) public protocol StoreEngine: AnyObject, Sendable {
    /// Reads at one moment.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result

    /// Runs a transaction: serialisable, and on the disk when it returns. An error of the body is passed on, and
    /// nothing is written.
    ///
    /// - Throws: `StoreContention` where the transaction has to be tried again.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result

    /// The changes of a collection after a place, in the order of their commits.
    ///
    /// - Throws: `behind` where the next change has been deleted, or the place is not one of this store.
    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document>

    /// Returns once something has been committed after a place, the store is closed, or the task is cancelled.
    func untilChanged(after place: ChangeToken) async
}

/// What can be read at one moment; used by one thread, and not after it.
@_spi(Hosting) public protocol StoreReading: AnyObject {
    /// The place in the changes at this moment.
    var token: ChangeToken { get throws(StoreError) }
    /// A document; one that does not fit its Shape (after its defaults are filled in) is `unreadable`, unless it is read
    /// as a plain `Value`, which is what was written.
    func document<Document: Shaped>(
        _ id: String, in collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> Stored<Document>?
    /// A page of the documents that a query finds.
    func page<Document: Shaped>(
        _ query: CheckedQuery, of collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> DocumentPage<Document>
    /// How many documents a query finds.
    func count(_ query: CheckedQuery, of collection: CheckedCollection) throws(StoreError) -> Int
    /// The metadata of a blob.
    func blob(_ id: String) throws(StoreError) -> Blob?
    /// Some bytes of a blob; the range is within its size.
    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8]
}

/// What a transaction can do in addition.
@_spi(Hosting) public protocol StoreWriting: StoreReading {
    /// Writes a document and returns its new version.
    ///
    /// - Throws: `misfit`, `too-large`, `exists`, `version-differs`, `duplicate`, `full`.
    func put<Document: Shaped>(
        _ document: Document, id: String, in collection: CheckedCollection, expecting: Expectation
    ) throws(StoreError) -> Int64
    /// Deletes a document; false where there was none.
    func delete(_ id: String, in collection: CheckedCollection, expecting: Expectation) throws(StoreError) -> Bool
    /// Writes a blob.
    func put(_ media: Media, asBlob id: String) throws(StoreError) -> Blob
    /// Deletes a blob; false where there was none.
    func deleteBlob(_ id: String) throws(StoreError) -> Bool
}

/// Some changes, and the place that they reach.
@_spi(Hosting) public struct ChangeBatch<Document: Shaped>: Sendable {
    /// The changes, in the order of their commits.
    public let changes: [DocumentChange<Document>]
    /// The place after everything that was looked at, including other collections' changes.
    public let reached: ChangeToken
    /// Whether there are no more changes yet.
    public let isAtEnd: Bool

    /// Makes a batch.
    public init(changes: [DocumentChange<Document>], reached: ChangeToken, isAtEnd: Bool) {
        self.changes = changes
        self.reached = reached
        self.isAtEnd = isAtEnd
    }
}

/// The transaction conflicted with another one, and has to be tried again at once.
///
/// An engine in which others need time to finish waits before it throws this.
@_spi(Hosting) public struct StoreContention: Error {
    /// Makes the error.
    public init() {}
}

/// The source of features' stores.
@_spi(Hosting) public protocol StoreSource: Sendable {
    /// Opens a feature's store, and brings the indexes of its collections up to date.
    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine
    /// Closes a store that nobody uses any more.
    func close(_ feature: String) async
    /// Works on a store that has been opened, before its feature starts, without a time limit.
    func prepare(_ feature: String, _ work: @escaping @Sendable () async throws -> Void) async throws
}

extension StoreSource {
    /// Runs the work; nobody here waits with a time limit.
    public func prepare(_ feature: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await work()
    }
}
