package import HostConfig

/// A source beside the local documents that may say something else at any time.
package enum FollowedSource: Sendable, Equatable {
    /// A file, by its absolute path.
    case file(String)
    case address(WebAddress)

    /// What it is known by.
    var name: String {
        switch self {
        case .file(let path): path
        case .address(let address): address.url
        }
    }

    /// The same for logs and metrics, without what an address may hold of secrets.
    var shownName: String {
        switch self {
        case .file(let path): path
        case .address(let address): address.shown
        }
    }
}
