/// What a feature keeps: its collections, and transactions across them.
public struct Store: Sendable {
    package let access: StoreAccess

    /// A collection to work with.
    ///
    /// - Throws: `undeclared` where the feature does not say that it keeps it, `misused` where it was declared otherwise.
    public func collection<Document>(_ documents: Documents<Document>) throws(StoreError) -> StoredCollection<Document>
    {
        StoredCollection(access: access, checked: try access.checked(documents.layout))
    }

    /// Reads one moment of everything.
    ///
    /// - Parameter body: What to read; it can't wait, so what it sees is one moment's.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result { try await access.read(body) }

    /// Reads and writes as if nobody else were there, all or nothing, and on the disk when it returns.
    ///
    /// - Parameter body: What to do; it can't wait, so nothing foreign comes in between. It may run more than once where
    ///   others are quicker, so it changes nothing but what it is handed. What it throws goes through, and nothing is
    ///   written.
    public func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result { try await access.write(body) }
}
