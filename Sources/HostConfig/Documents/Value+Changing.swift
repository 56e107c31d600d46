import FeatureKit

extension Value {
    /// The value with another part where the path leads, as far as it leads anywhere.
    func changing(_ path: ArraySlice<String>, _ change: (Value) -> Value) -> Value {
        guard let name = path.first else { return change(self) }
        guard case .object(var members) = self else { return self }
        members[name] = members[name]?.changing(path.dropFirst(), change)
        return .object(members)
    }
}
