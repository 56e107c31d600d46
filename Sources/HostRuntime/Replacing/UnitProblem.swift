internal import HostSystem

/// Why a unit can't be taken, or a copy of one can't be used.
package enum UnitProblem: Error, Sendable, Equatable {
    /// There is no unit in that folder.
    case noUnit(String)
    /// What is wrong with it, in words for its developer.
    case unusable(String)
    case otherFeature(String, wanted: String)
    case unreadable(String, String)
    case tooMany(limit: Int)
    case tooDeep(String)
    case tooLarge(limit: Int)
    case notCopied(String, String)
    /// A copy is not there any more.
    case missing(String)
    /// A copy has changed since it was made.
    case damaged(String)
    /// By the configuration, the module runs in the host.
    case inHost
}

/// The wording of all these problems.
extension UnitProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noUnit(let folder): "\(folder) holds no unit: there is no \(Unit.manifestName) in it"
        case .unusable(let reason): reason
        case .otherFeature(let id, let wanted): "that is a unit of \(id), not of \(wanted)"
        case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
        case .tooMany(let limit): "it has more than \(limit) files"
        case .tooDeep(let folder): "\(folder) lies too deep in it"
        case .tooLarge(let limit): "it has more than \(limit / 1024 / 1024) MiB beside its library"
        case .notCopied(let path, let reason): "it can't be copied to \(path): \(reason)"
        case .missing(let path): "its copy \(path) is not there any more"
        case .damaged(let path): "its copy \(path) is damaged"
        case .inHost: "the feature runs in the host, where code can't be replaced; it counts once it runs in a worker"
        }
    }
}
