package import FeatureKit

/// What a host remembers of its configuration: which revisions there were, and what about the last one is special.
///
/// The content of the last revision is what counts, whatever its sources say meanwhile.
package struct Journal: Sendable, Equatable {
    /// How many revisions are kept.
    package static let mostRevisions = 200
    /// How many bytes of content are kept.
    package static let mostBytes = 256 * 1024 * 1024
    /// How many of the newest stay, however large they are: a change may be gone back from.
    static let leastRevisions = 2

    /// The oldest first.
    package internal(set) var revisions: [Revision] = []
    /// What each of them holds, by its number.
    var outlines: [Int: ContentOutline] = [:]
    /// The sources that stand aside, with the digest of what they say: as long as they say it, what the last revision
    /// holds of them counts.
    package var aside: [SourceUnit: String] = [:]
    /// What waits for somebody's word.
    package var confirmation: Confirmation?
    /// The locked features that are on, whatever overrides end; none of them goes off without a word.
    var locked: Set<String> = []
    /// Those that are on whatever overrides say that something is on.
    var lockedByDocuments: Set<String> = []
    /// What flags need of the past.
    package var history = FlagHistory()

    package init() {}

    package var last: Revision? { revisions.last }

    /// The revision of a number; nil where it is not kept any more, or never was.
    package subscript(_ number: Int) -> Revision? { revisions.last { $0.number == number } }

    /// Adds a revision with the next number, and lets go of the oldest where there are too many.
    ///
    /// - Parameter outline: What it holds.
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

    /// Lets go of the oldest revisions that are too many, never of one that something may go back to.
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

    /// What may still be kept; a blob that several revisions hold counts once.
    private struct Room {
        var revisions: Int
        var bytes: Int
        var blobs: Set<String> = []

        /// Takes a revision in; false where it does not fit, after which no other does.
        @discardableResult
        mutating func take(_ outline: ContentOutline?) -> Bool {
            revisions -= 1
            for blob in outline?.blobs ?? [] where blobs.insert(blob.digest).inserted { bytes -= blob.count }
            return revisions >= 0 && bytes >= 0
        }
    }
}
