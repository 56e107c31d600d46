internal import FlagEngine
internal import HostConfig

extension HostConfig.FlagSource {
    /// What it is known by; nil for the document itself.
    var name: String? {
        switch self {
        case .inline: nil
        case .file(let path, _): path
        case .url(let address, _, _, _): address
        }
    }

    /// The same for logs and metrics, without what an address may hold of secrets.
    var shownName: String? {
        guard case .url(let address, _, _, _) = self else { return name }
        let plain = address.prefix { $0 != "?" && $0 != "#" }
        guard let start = plain.firstRange(of: "://")?.upperBound else { return String(plain) }
        let end = plain[start...].firstIndex(of: "/") ?? plain.endIndex
        guard let at = plain[start..<end].lastIndex(of: "@") else { return String(plain) }
        return String(plain[..<start] + plain[plain.index(after: at)...])
    }

    /// How flags are divided in it where it says nothing itself.
    var bucketing: Bucketing? {
        switch self {
        case .inline: nil
        case .file(_, let bucketing), .url(_, _, _, let bucketing): bucketing
        }
    }
}
