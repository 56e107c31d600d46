package import HostSystem

/// Why a new feature can't be made.
package enum ScaffoldProblem: Error, Sendable, Equatable {
    case exists(String)
    /// By the id and the feature that has it.
    case idTaken(String, by: String)
    /// By the name and the manifest that uses it.
    case nameTaken(String, in: String)
    /// By the checkout's folder.
    case isTheCheckout(String, root: String)
    /// By the folder in which it was looked for.
    case noKit(asked: String)
    /// By the program's folder.
    case noShippedKit(String)
    case unreadable(String, SystemError)
    case unwritable(String, SystemError)
}
