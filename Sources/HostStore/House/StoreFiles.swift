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
    func contents(of path: String, feature: String) async throws(StoreError) -> StoreContents

    /// Reads all of a file and says everything that is wrong with it.
    func check(_ path: String, of feature: String) async throws(StoreError) -> StoreCheck

    /// Copies one moment of a file to another one, which must not be there; returns its size.
    func backup(_ path: String, of feature: String, to copy: String) async throws(StoreError) -> Int

    /// Gives back what deleted documents took; returns the file's size before and after.
    func compact(_ path: String, of feature: String) async throws(StoreError) -> (before: Int, after: Int)
}

/// An engine on a file that the house keeps open.
package protocol KeptEngine: StoreEngine {
    /// What it holds and did.
    var standing: EngineStanding { get }
    /// Counts from now on.
    func setQuota(_ quota: StoreQuota)
    /// Lets go of the file, once what was begun has ended or does not end.
    func close() async
}

/// What a store holds.
package struct StoreContents: Sendable, Equatable {
    package let documents: Int
    package let blobs: Int
    /// The bytes of both, as the quota counts them.
    package let bytes: Int

    package init(documents: Int, blobs: Int, bytes: Int) {
        self.documents = documents
        self.blobs = blobs
        self.bytes = bytes
    }
}

/// What an engine holds and did since it was opened.
package struct EngineStanding: Sendable, Equatable {
    package var contents: StoreContents
    /// Transactions that wrote something.
    package var commits: Int
    /// How many waits for the disk they took.
    package var batches: Int
    /// How many wait now.
    package var waiting: Int
    /// What was refused because the quota was reached, or too many waited.
    package var refused: Int

    package init(contents: StoreContents, commits: Int = 0, batches: Int = 0, waiting: Int = 0, refused: Int = 0) {
        self.contents = contents
        self.commits = commits
        self.batches = batches
        self.waiting = waiting
        self.refused = refused
    }
}

/// What reading all of a store found.
package struct StoreCheck: Sendable, Equatable {
    package let documents: Int
    package let blobs: Int
    /// Everything that is wrong, each in a sentence.
    package let findings: [String]

    package init(documents: Int, blobs: Int, findings: [String]) {
        self.documents = documents
        self.blobs = blobs
        self.findings = findings
    }
}
