internal import HostSystem

extension AuditProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .notWritten(let path, let error): "\(path) can't be written: \(error)"
        case .tooMany(let count): "\(count) records wait to be written already"
        case .unreadable(let path, let error): "\(path): error: can't be read: \(error)"
        }
    }
}
