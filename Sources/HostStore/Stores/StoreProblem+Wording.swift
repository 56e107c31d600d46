@_spi(Hosting) internal import FeatureKit
internal import HostSystem

extension StoreProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .unknown(let id, let nearest):
            "there is no store of \"\(id)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .folder(let path, let error): "\(path): \(error)"
        case .relativeFolder(let path): "\(path): the folder has to be named from the root on"
        case .taken(let path): "\(path) exists already; a backup overwrites nothing"
        }
    }
}

extension StoreError {
    /// There is no folder to make a file in.
    static func noFolder(_ feature: String, _ path: String, _ error: SystemError) -> StoreError {
        StoreError(.unavailable, "\(feature): the folder \(path) can't be used: \(error)")
    }
}
