/// Something beside features that a change makes another.
package struct DefinitionChange: Sendable, Equatable {
    /// What is changed.
    package enum Subject: String, Sendable, CaseIterable {
        case flag
        case segment
        /// Who may have a feature.
        case gate
        /// What a document says of the host itself.
        case host
    }

    package enum Kind: String, Sendable {
        case added
        case changed
        case removed
    }

    package let subject: Subject
    /// The flag's key, the segment's name, the feature's id.
    package let name: String
    package let kind: Kind
    /// What of it is changed, the first differences.
    package let differences: Differences?

    /// How many differences of one definition are told.
    static let mostDifferences = 8

    package init(_ subject: Subject, _ name: String, _ kind: Kind, _ differences: Differences? = nil) {
        self.subject = subject
        self.name = name
        self.kind = kind
        self.differences = differences
    }
}

/// A split that gives people another variant.
package struct SplitMove: Sendable, Equatable {
    /// What the split is known by.
    package let split: String
    /// The part of those whom its rule means, from 0 to 1.
    package let part: Double

    package init(_ split: String, part: Double) {
        self.split = split
        self.part = part
    }
}
