/// One thing that is tried of a feature: a row of a scenario, or a rule of the conformance suite.
package struct ProofCase: Sendable, Hashable {
    /// Unique in the feature, and the same in every process.
    package let id: String
    /// The file of the scenario, or `conformance`.
    package let group: String
    package let name: String

    package init(id: String, group: String, name: String) {
        self.id = id
        self.group = group
        self.name = name
    }
}

/// The verdict on a case.
package enum ProofVerdict: Sendable, Equatable {
    case passed
    /// With all that is to be said, in lines.
    case failed(String)
}
