package import FeatureKit

/// A problem of a file that the configuration names, found by the code that uses the file.
package struct FileComplaint: Sendable, Equatable {
    /// Where the configuration names the file.
    package let place: ValuePath
    /// The file's path, and the problem in words.
    package let path: String
    package let reason: String
    /// Whether a host starts in spite of it.
    package let isWarning: Bool

    package init(_ path: String, _ reason: String, at place: ValuePath, isWarning: Bool = false) {
        self.path = path
        self.reason = reason
        self.place = place
        self.isWarning = isWarning
    }
}
