@_spi(Hosting) package import FeatureKit

/// The operations on stores' files that `StoreManager` needs; the host uses SQLite.
package protocol StoreFiles: Sendable {
    /// The end of a file's name, after the feature's id.
    var suffix: String { get }

    /// Opens a feature's file, and makes it where there is none.
    ///
    /// - Parameter onDamage: Called for damage that is found later.
    func open(
        _ path: String, of feature: String, _ collections: [CheckedCollection], _ quota: StoreQuota,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> any KeptEngine

    /// The size and state of a store's file, whether or not it is open.
    func status(of path: String, feature: String) async throws(StoreError) -> StoreStatus

    /// Reads all of a file and reports everything that is wrong with it.
    ///
    /// - Parameter collections: The collections whose indexes are compared with their documents.
    func check(
        _ path: String, of feature: String, _ collections: [CheckedCollection]
    ) async throws(StoreError) -> StoreCheck

    /// Copies a consistent state of a file to a new file; returns the copy's size.
    func backup(_ path: String, of feature: String, to copy: String) async throws(StoreError) -> Int

    /// Frees the space of deleted documents; returns the file's size before and after.
    func compact(_ path: String, of feature: String) async throws(StoreError) -> (before: Int, after: Int)
}

/// An engine on a file that `StoreManager` keeps open.
package protocol KeptEngine: StoreEngine {
    /// The store's size and counters.
    var status: StoreStatus { get }
    /// Sets the quota that applies from now on.
    func setQuota(_ quota: StoreQuota)
    /// Frees the space of deleted documents while its transactions wait; returns the file's size before and after.
    func compact() async throws(StoreError) -> (before: Int, after: Int)
    /// Closes the file once everything that has begun has ended.
    ///
    /// - Returns: False where something does not end and keeps the file open.
    func close() async -> Bool
}
