package import HostSystem

/// Why nothing was done with stores.
package enum StoreProblem: Error, Sendable, Equatable {
    case unknown(String, nearest: String?)
    case folder(String, SystemError)
    case relativeFolder(String)
    /// A copy is not written over anything.
    case taken(String)
}
