package import FeatureKit

/// A revision that counts for a while only, unless somebody confirms it.
package struct Confirmation: Sendable, Equatable {
    package let revision: Int
    /// What counts again otherwise.
    package let formerly: Int
    package let until: Timestamp

    /// How long a confirmation may take.
    package static let limits = Duration.seconds(1) ... .seconds(86_400)

    package init(revision: Int, formerly: Int, until: Timestamp) {
        self.revision = revision
        self.formerly = formerly
        self.until = until
    }
}
