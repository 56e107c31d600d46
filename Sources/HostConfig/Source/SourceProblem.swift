package import HostSystem

/// Why a document could not be read from its file.
package enum SourceProblem: Error, Sendable, Equatable {
    case missing(path: String)
    case notAFile(path: String, is: FileIdentity.Kind)
    case unreadable(path: String, because: SystemError)
    /// A folder without documents.
    case noDocuments(path: String)
    case tooManyDocuments(path: String, most: Int)
    /// A document of a folder that is not UTF-8.
    case noText(path: String)
    case tooLarge(path: String, most: Int)
}
