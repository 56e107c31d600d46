internal import FlagEngine
internal import HostConfig

extension HostConfig.FlagSource {
    /// What it is known by; nil for the document itself.
    var name: String? {
        switch self {
        case .inline: nil
        case .file(let path, _): path
        case .url(let address, _): address.url
        }
    }

    /// The same for logs and metrics, without what an address may hold of secrets.
    var shownName: String? {
        guard case .url(let address, _) = self else { return name }
        return URLProblem.shown(address.url)
    }

    /// How flags are divided in it where it says nothing itself.
    var bucketing: Bucketing? {
        switch self {
        case .inline: nil
        case .file(_, let bucketing), .url(_, let bucketing): bucketing
        }
    }
}
