/// Which revision has to be active for a change, so that nobody undoes a change of others by accident.
package enum RevisionMatch: Sendable, Equatable {
    /// Any, as long as there is an active one.
    case any
    /// One of these, which may be numbers of no revision.
    case these(Set<Int>)

    /// Whether the change may be made while this revision is active.
    package func allows(_ revision: Int?) -> Bool {
        guard let revision else { return false }
        return switch self {
        case .any: true
        case .these(let numbers): numbers.contains(revision)
        }
    }
}
