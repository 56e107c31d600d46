/// How a store stands: what it holds, what its writer has done, and what waits.
package struct StoreStatus: Sendable, Equatable {
    package let documents: Int
    package let blobs: Int
    /// The bytes of documents and blobs.
    package let bytes: Int
    /// Transactions that were committed.
    package let commits: Int
    /// Commits that it took.
    package let batches: Int
    /// Transactions that wait for the writer.
    package let waiting: Int
    /// Transactions and reads that were turned away.
    package let refused: Int
}
