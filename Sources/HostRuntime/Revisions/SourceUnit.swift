internal import HostConfig
internal import WebClient

/// A source that changes as a whole; all local files together are one.
package enum SourceUnit: Sendable, Hashable {
    case local
    case remote
    /// A source of flags, by its name.
    case flags(String)

    /// The unit as operators read it, without the secrets of an address.
    package var shown: String {
        switch self {
        case .local: "local"
        case .remote: "remote"
        case .flags(let name): "flags of \(ShownAddress.of(name))"
        }
    }

    /// Whether it is a source of configuration files, not of flags alone.
    var isDocument: Bool { self == .local || self == .remote }
}

extension [SourceUnit: String] {
    /// Only the sources of configuration files.
    var ofDocuments: [SourceUnit: String] { filter(\.key.isDocument) }
}
