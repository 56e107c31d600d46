internal import FlagEngine
internal import HostConfig

extension HostConfig.FlagSource {
    /// What it is known by, without what an address may hold of secrets; nil for the document itself.
    var name: String? {
        switch self {
        case .inline: nil
        case .file(let path, _): path
        case .url(let address, _): address.shown
        }
    }

    /// The address that is asked for it; nil where it is none.
    var address: WebAddress? { if case .url(let address, _) = self { address } else { nil } }

    /// How flags are divided in it where it says nothing itself.
    var bucketing: Bucketing? {
        switch self {
        case .inline: nil
        case .file(_, let bucketing), .url(_, let bucketing): bucketing
        }
    }

    /// What is to be followed of it; nil for the document itself.
    var followed: FollowedSource? {
        switch self {
        case .inline: nil
        case .file(let path, _): .file(path)
        case .url: address.map(FollowedSource.address)
        }
    }
}
