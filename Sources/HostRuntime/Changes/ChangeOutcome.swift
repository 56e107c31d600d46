/// What came of a change.
package struct ChangeOutcome: Sendable, Equatable {
    /// How far it has come.
    package enum End: Sendable, Equatable {
        /// All that it moved is where it should be.
        case settled
        /// Features are still on their way.
        case trying
        /// It was gone back from, for these reasons; the revision that counts now.
        case goneBack(reasons: [String], to: Int)
    }

    /// The revision that it became; nil where it says what counted before.
    package let revision: Revision?
    package let plan: ChangePlan
    package let end: End
    package let confirmation: Confirmation?
    /// What counted when it was made.
    let former: Int?

    package init(
        revision: Revision?, plan: ChangePlan, end: End, confirmation: Confirmation?, former: Int? = nil
    ) {
        self.former = former
        self.revision = revision
        self.plan = plan
        self.end = end
        self.confirmation = confirmation
    }
}

extension ChangeOutcome {
    /// The revision that counts with it, as far as it is known by now: the one it was gone back to, if it was.
    package var counting: Int? {
        if case .goneBack(_, let revision) = end { return revision }
        return revision?.number ?? former
    }
}
