/// Work on stores that operators ask for.
package enum StoreMaintenance: Sendable, Equatable {
    /// Reads everything, and says what is wrong.
    case check
    /// Copies one moment into a folder, which is made where it is missing.
    case backup(to: String)
    /// Gives back what deleted documents took.
    case compact
}
