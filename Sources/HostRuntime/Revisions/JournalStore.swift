@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import Glibc
internal import HostConfig
package import HostSystem

/// Keeps the journal and the content of its revisions in the state folder: once a commit has returned, they survive a
/// crash of the process or the machine.
///
/// Texts are in `revisions/`, each under its digest. The index `revisions.json` names those in use; replacing it
/// commits a change, all of it at once.
package final class JournalStore: Sendable {
    static let indexName = "revisions.json"
    static let folderName = "revisions"
    /// The most bytes of old revisions that are checked at a start; the others are checked when they are asked for.
    static let mostCheckedBytes = 32 * 1024 * 1024
    /// How many damaged files are reported one by one.
    static let mostTold = 20

    /// What the disk holds, as far as this host knows.
    struct Known {
        /// The journal that the index names.
        var journal = Journal()
        var allocations = KeptValue(Allocations().value)
        /// The blobs that the previous index names.
        var previous: Set<String> = []
        /// The names of the blobs that are on disk.
        var blobs: Set<String> = []
        /// The text of revisions in the index, by their numbers.
        var written: [Int: String] = [:]
        /// Whether the entry of the blobs' folder is on disk.
        var hasFolder = false
    }

    let folder: String
    let disk: any Disk
    let index: DurableFile
    let blobs: BlobFolder
    /// Held while the disk works, so it is taken only on threads that may block.
    let known = Lock(Known())
    private let digests = TextDigests()
    /// The path of the index.
    package var path: String { index.path }

    /// Keeps the journal in a folder that nobody else writes to.
    package init(folder: String, disk: any Disk = LocalDisk()) {
        self.folder = folder
        self.disk = disk
        index = DurableFile(
            Self.indexName, in: folder,
            stake: DurableFileProblem.Stake(loss: "no revision of it counts", next: "the next revision"), disk: disk)
        blobs = BlobFolder(path: Path.join(folder, Self.folderName), disk: disk)
    }

    /// The outline of a content for the journal; texts that the last one had are not hashed again.
    package func outline(of content: RevisionContent) -> ContentOutline { ContentOutline(content, digests) }

    /// Writes a journal to disk; after an error the previous one is still there.
    ///
    /// Commits have to come one after the other, since each journal continues the last one.
    ///
    /// - Parameter content: The content of its last revision; nil if that is on disk already.
    package func commit(_ journal: Journal, _ content: RevisionContent? = nil) async throws(SystemError) {
        let outcome = try await OwnedThread.run("state") { [self] in
            Result { () throws(SystemError) in try commitNow(journal, content) }
        }
        try outcome.get()
    }

    /// The same on this thread.
    func commitNow(_ journal: Journal, _ content: RevisionContent?) throws(SystemError) {
        try known.withLock { known throws(SystemError) in try commit(journal, content, &known) }
    }

    private func commit(
        _ journal: Journal, _ content: RevisionContent?, _ known: inout Known
    ) throws(SystemError) {
        let outline = journal.last.flatMap { journal.outlines[$0.number] }
        var wanted = outline.flatMap { content?.blobs($0) } ?? [:]
        var allocations = known.allocations
        if journal.history.allocations != known.journal.history.allocations {
            let value = journal.history.allocations.value
            let bytes = value.keptBytes
            allocations = KeptValue(value, bytes)
            if allocations.inside == nil { wanted[allocations.digest] = bytes }
        }
        try write(wanted, &known)
        let isThere = outline?.blobs.allSatisfy { known.blobs.contains($0.digest) } ?? true
        // A revision that was unreadable before may stay so, but no new one may be.
        guard isThere || journal.last == known.journal.last else { throw SystemError(code: ENODATA) }

        let next = JournalIndex(journal: journal, allocations: allocations)
        // A revision that was not committed may have been followed by another one with the same number.
        var written = known.written.filter { known.journal[$0.key] == journal[$0.key] }
        let text = next.text(reusing: &written)
        try index.replaceNow(with: Array(text.utf8))
        known.written = written
        known.previous = known.journal.blobs(known.allocations)
        known.journal = journal
        known.allocations = allocations
        removeUnnamed(&known)
    }

    private func write(_ wanted: [String: [UInt8]], _ known: inout Known) throws(SystemError) {
        guard wanted.contains(where: { !known.blobs.contains($0.key) }) else { return }
        // Somebody may have removed the folder, and all that was in it.
        if try disk.makeFolder(blobs.path) { known.blobs = [] }
        let missing = wanted.filter { !known.blobs.contains($0.key) }
        try blobs.write(missing)
        if !known.hasFolder {
            try disk.sync(folder: folder)
            known.hasFolder = true
        }
        known.blobs.formUnion(missing.keys)
    }

    /// Removes the blobs that neither the index nor the previous one names.
    private func removeUnnamed(_ known: inout Known) {
        let unnamed = known.blobs.subtracting(known.previous).subtracting(known.journal.blobs(known.allocations))
        blobs.remove(unnamed)
        known.blobs.subtract(unnamed)
    }

    // MARK: - Contents

    /// The content of a revision.
    package func content(of revision: Int) async throws(ConfigProblem) -> RevisionContent {
        let outcome: Result<RevisionContent, ConfigProblem>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("state") { [self] in
                Result { () throws(ConfigProblem) in try contentNow(of: revision) }
            }
        } catch { throw .unreadableRevision(revision, because: "\(error)") }
        return try outcome.get()
    }

    /// The same on this thread.
    func contentNow(of revision: Int) throws(ConfigProblem) -> RevisionContent {
        try known.withLock { known throws(ConfigProblem) in
            let numbers = known.journal.revisions.map(\.number)
            guard numbers.contains(revision) else {
                throw .unknownRevision(revision, known: numbers.min().map { $0...(numbers.max() ?? $0) })
            }
            do throws(UnreadBlob) { return try content(known.journal.outlines[revision]) } catch {
                // So that the next commit that needs the blob writes it again.
                if let digest = error.digest { known.blobs.remove(digest) }
                throw .unreadableRevision(revision, because: "\(error)")
            }
        }
    }
}
