package import FeatureKit

/// The revisions of a host's configuration, and what belongs to the last one.
///
/// The content of the last revision is active, whatever its sources say in the meantime.
package struct Journal: Sendable, Equatable {
    /// How many revisions are kept.
    package static let mostRevisions = 200
    /// How many bytes of content are kept.
    package static let mostBytes = 256 * 1024 * 1024
    /// How many of the newest stay, however large they are, so that a change can be rolled back.
    static let leastRevisions = 2

    /// The oldest first.
    package internal(set) var revisions: [Revision] = []
    /// What each revision holds, by its number.
    var outlines: [Int: ContentOutline] = [:]
    /// The sources that are ignored, with the digest of their content: as long as it stays the same, the last revision
    /// decides instead.
    package var aside: [SourceUnit: String] = [:]
    /// The revision that waits to be confirmed.
    package var confirmation: Confirmation?
    /// The locked modules that are on even without the overrides that expire; none of them may go off silently.
    var locked: Set<String> = []
    /// The locked modules that are on even without any override that switches something on.
    var lockedByDocuments: Set<String> = []
    /// What flags have to remember of earlier revisions.
    package var history = FlagHistory()

    package init() {}

    package var last: Revision? { revisions.last }

    /// The revision with this number; nil if it is not kept.
    package subscript(_ number: Int) -> Revision? { revisions.last { $0.number == number } }

    /// Adds a revision with the next number, and removes the oldest if there are too many.
    ///
    /// - Parameter outline: The content of the revision.
    @discardableResult
    package mutating func append(
        _ outline: ContentOutline, at time: Timestamp, by author: Author?, because reason: String?,
        cause: Revision.Cause, summary: String
    ) -> Revision {
        let revision = Revision(
            number: (revisions.last?.number ?? 0) + 1, at: time, author: author, reason: reason, cause: cause,
            hash: outline.hash, summary: summary)
        revisions.append(revision)
        outlines[revision.number] = outline
        prune()
        return revision
    }

    /// Removes the oldest revisions if there are too many, but none that may still be returned to.
    private mutating func prune() {
        var needed = Set(revisions.suffix(Self.leastRevisions).map(\.number))
        if let confirmation { needed.formUnion([confirmation.revision, confirmation.formerly]) }
        var kept = needed
        var room = Room(revisions: Self.mostRevisions, bytes: Self.mostBytes)
        for number in needed { room.take(outlines[number]) }
        for revision in revisions.reversed() where !needed.contains(revision.number) {
            guard room.take(outlines[revision.number]) else { break }
            kept.insert(revision.number)
        }
        revisions.removeAll { !kept.contains($0.number) }
        outlines = outlines.filter { kept.contains($0.key) }
    }

    /// The space that is left; a blob of several revisions takes it once.
    private struct Room {
        var revisions: Int
        var bytes: Int
        var blobs: Set<String> = []

        /// Takes space for a revision; false if it does not fit, after which no other does.
        @discardableResult
        mutating func take(_ outline: ContentOutline?) -> Bool {
            revisions -= 1
            for blob in outline?.blobs ?? [] where blobs.insert(blob.digest).inserted { bytes -= blob.count }
            return revisions >= 0 && bytes >= 0
        }
    }
}
