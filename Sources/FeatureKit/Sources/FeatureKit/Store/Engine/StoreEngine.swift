/// What keeps one feature's documents and blobs: SQLite in the host, memory in tests.
///
/// The conformance suite of the test kit says what an engine has to do; it decides nothing that features see.
@_spi(Hosting) public protocol StoreEngine: AnyObject, Sendable {
    /// Reads one moment.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result

    /// Runs a transaction: serialisable, and on the disk when it returns. What the body throws goes through, with
    /// nothing written.
    ///
    /// - Throws: `StoreContention` where the transaction has to be tried again.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result

    /// The changes of a collection after a place, in the order of their commits.
    ///
    /// - Throws: `behind` where the next one is gone, or the place is none of this store.
    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document>

    /// Returns once something was committed after a place, the store is closed, or the task is cancelled.
    func untilChanged(after place: ChangeToken) async
}

/// What can be read in one moment; used by one thread, and not after its moment.
@_spi(Hosting) public protocol StoreReading: AnyObject {
    /// The place in the changes of this moment.
    var token: ChangeToken { get throws(StoreError) }
    /// A document; one that does not fit its Shape (after its defaults are filled in) is `unreadable`, unless it is read
    /// as a plain `Value`, which is what was written.
    func document<Document: Shaped>(
        _ id: String, in collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> Stored<Document>?
    /// A page of what a query finds.
    func page<Document: Shaped>(
        _ query: CheckedQuery, of collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> DocumentPage<Document>
    /// How many documents a query finds.
    func count(_ query: CheckedQuery, of collection: CheckedCollection) throws(StoreError) -> Int
    /// What is known of a blob.
    func blob(_ id: String) throws(StoreError) -> Blob?
    /// Some bytes of a blob; the range lies within its size.
    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8]
}

/// What a transaction can do besides.
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

/// Some changes, and how far they go.
@_spi(Hosting) public struct ChangeBatch<Document: Shaped>: Sendable {
    /// The changes, in the order of their commits.
    public let changes: [DocumentChange<Document>]
    /// The place after everything that was looked at, also at other collections' changes.
    public let reached: ChangeToken
    /// Whether nothing lies behind it yet.
    public let isAtEnd: Bool

    /// Puts a batch together.
    public init(changes: [DocumentChange<Document>], reached: ChangeToken, isAtEnd: Bool) {
        self.changes = changes
        self.reached = reached
        self.isAtEnd = isAtEnd
    }
}

/// Somebody else was quicker: the transaction has to be tried again, at once.
///
/// An engine in which others need some time to finish waits before it throws this.
@_spi(Hosting) public struct StoreContention: Error {
    /// Makes the error.
    public init() {}
}

/// Where the stores of features come from.
@_spi(Hosting) public protocol StoreSource: Sendable {
    /// Opens a feature's store, with the indexes of its collections made to fit.
    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine
    /// Lets go of a store that nobody uses any more.
    func close(_ feature: String) async
    /// Does something with a store that was opened, before its feature starts, and may take as long as it takes.
    func prepare(_ feature: String, _ work: @escaping @Sendable () async throws -> Void) async throws
}

extension StoreSource {
    /// Nobody waits with a limit.
    public func prepare(_ feature: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await work()
    }
}
