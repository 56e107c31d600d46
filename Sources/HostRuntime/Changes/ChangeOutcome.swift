/// The result of a change.
package struct ChangeOutcome: Sendable, Equatable {
    /// How far it has come.
    package enum End: Sendable, Equatable {
        /// All modules that it affects have settled.
        case settled
        /// Modules are still starting or stopping.
        case trying
        /// It was rolled back for these reasons; `to` is the revision that is active now.
        case goneBack(reasons: [String], to: Int)
    }

    /// The revision that it made; nil if it changed nothing.
    package let revision: Revision?
    package let plan: ChangePlan
    package let end: End
    package let confirmation: Confirmation?
    /// The revision that was active when the change was made.
    let previous: Int?

    package init(
        revision: Revision?, plan: ChangePlan, end: End, confirmation: Confirmation?, previous: Int? = nil
    ) {
        self.previous = previous
        self.revision = revision
        self.plan = plan
        self.end = end
        self.confirmation = confirmation
    }
}

extension ChangeOutcome {
    /// The active revision after the change, as far as it is known by now; after a rollback, the one that it made.
    package var counting: Int? {
        if case .goneBack(_, let revision) = end { return revision }
        return revision?.number ?? previous
    }
}
