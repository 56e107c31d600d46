/// A change of something other than a module.
package struct DefinitionChange: Sendable, Equatable {
    /// What is changed.
    package enum Subject: String, Sendable, CaseIterable {
        case flag
        case segment
        /// The condition on a module.
        case gate
        /// A setting of the host itself.
        case host
    }

    package enum Kind: String, Sendable {
        case added
        case changed
        case removed
    }

    package let subject: Subject
    /// The flag's key, the segment's name or the module's id.
    package let name: String
    package let kind: Kind
    /// The first differences.
    package let differences: Differences?

    /// How many differences of one definition are listed.
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
    /// The key of the split.
    package let split: String
    /// The part of the people whom its rule applies to, from 0 to 1.
    package let part: Double

    package init(_ split: String, part: Double) {
        self.split = split
        self.part = part
    }
}
