@_spi(Hosting) package import FeatureKit

/// What the house asks of the files in which stores lie; SQLite in the host.
package protocol StoreFiles: Sendable {
    /// The end of a file's name, after the feature's id.
    var suffix: String { get }

    /// Opens a feature's file, and makes it where there is none.
    ///
    /// - Parameter onDamage: Told of what is found damaged later.
    func open(
        _ path: String, of feature: String, _ collections: [CheckedCollection], _ quota: StoreQuota,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> any KeptEngine

    /// What a file holds that nobody need have open.
    func standing(of path: String, feature: String) async throws(StoreError) -> StoreStanding

    /// Reads all of a file and says everything that is wrong with it.
    ///
    /// - Parameter collections: Those whose indexes are held against their documents.
    func check(
        _ path: String, of feature: String, _ collections: [CheckedCollection]
    ) async throws(StoreError) -> StoreCheck

    /// Copies one moment of a file to another one, which must not be there; returns its size.
    func backup(_ path: String, of feature: String, to copy: String) async throws(StoreError) -> Int

    /// Gives back what deleted documents took; returns the file's size before and after.
    func compact(_ path: String, of feature: String) async throws(StoreError) -> (before: Int, after: Int)
}

/// An engine on a file that the house keeps open.
package protocol KeptEngine: StoreEngine {
    /// What it holds and did.
    var standing: StoreStanding { get }
    /// Counts from now on.
    func setQuota(_ quota: StoreQuota)
    /// Gives back what deleted documents took, while its transactions wait; returns the file's size before and after.
    func compact() async throws(StoreError) -> (before: Int, after: Int)
    /// Lets go of the file, once what was begun has ended.
    ///
    /// - Returns: False where something does not end, and holds the file for as long as it does.
    func close() async -> Bool
}
