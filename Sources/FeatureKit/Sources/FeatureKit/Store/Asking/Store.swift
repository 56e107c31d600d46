/// What a feature stores: its collections, and transactions across them.
public struct Store: Sendable {
    package let access: StoreAccess

    /// Returns a collection to work with.
    ///
    /// - Throws: `undeclared` where the contracts do not declare the collection, `misused` where they declare it
    ///   differently.
    public func collection<Document>(_ documents: Documents<Document>) throws(StoreError) -> StoredCollection<Document>
    {
        StoredCollection(access: access, checked: try access.checked(documents.layout))
    }

    /// A declared collection with documents of any type, for code that acts on a feature's behalf.
    @_spi(Hosting) public func collection<Document>(
        named name: String, as type: Document.Type
    ) throws(StoreError) -> StoredCollection<Document> {
        StoredCollection(access: access, checked: try access.checked(named: name))
    }

    /// Reads from everything as it is at one moment.
    ///
    /// - Parameter body: What to read; it can't wait, so that everything it reads is from the same moment.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result { try await access.read(body) }

    /// Reads and writes in isolation: all or nothing, and on the disk when it returns.
    ///
    /// - Parameter body: What to do; it can't wait, so that nothing else comes in between. Where it conflicts with
    ///   other transactions it runs again, so it must change nothing but what it is given. An error that it throws is
    ///   passed on, and nothing is written.
    public func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result { try await access.write(body) }
}
