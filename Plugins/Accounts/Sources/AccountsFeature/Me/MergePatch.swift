internal import FeatureKit

extension Value {
    /// The value with a patch laid over it, as RFC 7396 has it: what is null there is taken away.
    func merged(with patch: Value) -> Value {
        guard case .object(let changes) = patch else { return patch }
        var members = Members()
        if case .object(let own) = self { members = own }
        for (name, change) in changes {
            if change == .null {
                members[name] = nil
            } else {
                members[name] = (members[name] ?? .null).merged(with: change)
            }
        }
        return .object(members)
    }

    /// How deep it is nested; plain data of a caller's own is looked at before anything walks it.
    func isDeeper(than depth: Int) -> Bool {
        switch self {
        case .list(let values): depth == 0 || values.contains { $0.isDeeper(than: depth - 1) }
        case .object(let members): depth == 0 || members.contains { $0.value.isDeeper(than: depth - 1) }
        default: false
        }
    }
}
