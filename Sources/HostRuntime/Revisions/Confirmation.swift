package import FeatureKit

/// A revision that is rolled back unless somebody confirms it in time.
package struct Confirmation: Sendable, Equatable {
    package let revision: Int
    /// The revision to return to otherwise.
    package let formerly: Int
    package let until: Timestamp

    /// The limits of the time to confirm.
    package static let limits = Duration.seconds(1) ... .seconds(86_400)

    package init(revision: Int, formerly: Int, until: Timestamp) {
        self.revision = revision
        self.formerly = formerly
        self.until = until
    }
}
