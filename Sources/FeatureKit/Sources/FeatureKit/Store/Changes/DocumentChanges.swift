/// The changes of a collection in the order of their commits, for one `for try await` loop.
///
/// They are read from the store, so a slow reader costs no memory. The loop ends when the feature is asked to stop or
/// its task is cancelled, and throws `behind` where the next change has been deleted already.
public struct DocumentChanges<Document: Shaped>: AsyncSequence, Sendable {
    /// A document that was written or deleted.
    public typealias Element = DocumentChange<Document>
    /// How many are read from the store at once.
    static var batch: Int { 64 }

    let access: StoreAccess
    let collection: CheckedCollection
    let start: ChangeToken

    /// Starts the loop.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// The iterator of a `for try await` loop.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: DocumentChanges
        var place: ChangeToken
        var hand: ArraySlice<DocumentChange<Document>> = []

        init(changes: DocumentChanges) {
            self.changes = changes
            place = changes.start
        }

        /// The next change; nil when the feature is asked to stop.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> DocumentChange<Document>? {
            while true {
                if let change = hand.popFirst() { return change }
                guard !changes.access.isStopping, !Task.isCancelled else { return nil }
                let engine = try changes.access.engine()
                let batch: ChangeBatch<Document>
                do {
                    batch = try await engine.changes(
                        of: changes.collection, as: Document.self, after: place, most: DocumentChanges.batch)
                } catch is CancellationError { return nil }
                place = batch.reached
                hand = batch.changes[...]
                if hand.isEmpty, batch.isAtEnd {
                    await changes.access.untilStopping(or: { await engine.untilChanged(after: batch.reached) })
                }
            }
        }
    }
}
