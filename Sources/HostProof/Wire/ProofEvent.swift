/// The events that `flagstand-test` reports while it works, one on a line.
package enum ProofEvent: Sendable, Equatable {
    /// What will be tried, before anything is.
    case planned(ProofPlan)
    case begins(String)
    case ends(String, ProofVerdict, Duration)
    /// All of it has been tried.
    case done

    /// The descriptor on which a child reports them, apart from what a feature prints.
    package static let descriptor: Int32 = 3
    /// The exit code of a child whose descriptors somebody has closed.
    package static let lost: Int32 = 97
}

/// What will be tried of a feature.
package struct ProofPlan: Sendable, Equatable {
    /// Something to tell about a unit as a whole, worded already.
    package struct Remark: Sendable, Equatable {
        package let isError: Bool
        package let text: String

        package init(isError: Bool, _ text: String) {
            self.isError = isError
            self.text = text
        }
    }

    /// The feature's version; nil where its manifest can't be read.
    package let version: String?
    /// In their order; none where there are errors.
    package let cases: [ProofCase]
    package let remarks: [Remark]

    package init(version: String?, cases: [ProofCase] = [], remarks: [Remark] = []) {
        self.version = version
        self.cases = cases
        self.remarks = remarks
    }

    /// Whether the unit can't be used as it is.
    package var hasErrors: Bool { remarks.contains(where: \.isError) }
}
