package import FeatureKit

/// What is wrong with a file that a document names, which only whoever serves with it can tell.
package struct FileComplaint: Sendable, Equatable {
    /// Where the document names it.
    package let place: ValuePath
    /// The file, and what is wrong with it, in words.
    package let path: String
    package let reason: String
    /// Whether a host starts with it all the same.
    package let isWarning: Bool

    package init(_ path: String, _ reason: String, at place: ValuePath, isWarning: Bool = false) {
        self.path = path
        self.reason = reason
        self.place = place
        self.isWarning = isWarning
    }
}
