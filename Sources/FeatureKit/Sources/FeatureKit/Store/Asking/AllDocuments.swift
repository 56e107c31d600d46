/// All documents that a query finds, page by page, as a sequence.
public struct AllDocuments<Document: Shaped>: AsyncSequence, Sendable {
    let collection: StoredCollection<Document>
    let conditions: [StoreCondition]
    let order: StoreOrder?

    /// Reads one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let query: AllDocuments
        var page: ArraySlice<Stored<Document>> = []
        var cursor: PageCursor?
        var hasBegun = false

        /// The next document; nil at the end.
        public mutating func next() async throws -> Stored<Document>? {
            while page.isEmpty, !hasBegun || cursor != nil {
                let found = try await query.collection.query(
                    where: query.conditions, order: query.order, limit: StoreLimits.page, after: cursor)
                (page, cursor, hasBegun) = (found.items[...], found.next, true)
            }
            return page.popFirst()
        }
    }

    /// Begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: self) }
}
