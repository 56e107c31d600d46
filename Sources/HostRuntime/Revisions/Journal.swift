/// What a host remembers of its configuration: which revisions there were, and what about the last one is special.
///
/// The content of the last revision is what counts, whatever its sources say meanwhile.
package struct Journal: Sendable, Equatable {
    /// How many revisions are kept.
    package static let mostRevisions = 200
    /// How many bytes of content are kept.
    package static let mostBytes = 256 * 1024 * 1024

    /// The oldest first.
    package internal(set) var revisions: [Revision] = []
    /// The sources that stand aside, with the digest of what they say: as long as they say it, what the last revision
    /// holds of them counts.
    package var aside: [SourceUnit: String] = [:]
    /// What waits for somebody's word.
    package var confirmation: Confirmation?
    /// What flags need of the past.
    var history = FlagHistory()

    package init() {}

    package var last: Revision? { revisions.last }
}
