internal import HostConfig
internal import WebClient

/// What changes as one: a source, or all files of the local layer together.
package enum SourceUnit: Sendable, Hashable {
    case local
    case remote
    /// A source of flags, by its name.
    case flags(String)

    /// The unit as operators read it, without what an address may hold of secrets.
    package var shown: String {
        switch self {
        case .local: "local"
        case .remote: "remote"
        case .flags(let name): "flags of \(ShownAddress.of(name))"
        }
    }

    /// Whether it is a document that says what runs.
    var isDocument: Bool { self == .local || self == .remote }
}

extension [SourceUnit: String] {
    /// Those of documents alone.
    var ofDocuments: [SourceUnit: String] { filter(\.key.isDocument) }
}
