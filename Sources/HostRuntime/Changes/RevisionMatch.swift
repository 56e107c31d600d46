/// On which revisions a change may build; made for whoever does not want to undo what others did meanwhile.
package enum RevisionMatch: Sendable, Equatable {
    /// Any, as long as something counts.
    case any
    /// One of these; none of what was named may be a revision at all.
    case these(Set<Int>)

    /// Whether a change may build on what counts now.
    package func allows(_ revision: Int?) -> Bool {
        guard let revision else { return false }
        return switch self {
        case .any: true
        case .these(let numbers): numbers.contains(revision)
        }
    }
}
