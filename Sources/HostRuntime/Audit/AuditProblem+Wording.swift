internal import HostSystem

extension AuditProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .notWritten(let path, let error): "it can't be written down in \(path): \(error); nothing has changed"
        case .tooMany(let count): "\(count) records wait to be written already; try again"
        case .unreadable(let path, let error): "\(path): error: can't be read: \(error)"
        }
    }
}
