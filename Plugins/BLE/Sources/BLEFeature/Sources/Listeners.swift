extension BLE.Settings {
    /// What is wrong with the names of those who hear, all at once.
    var listenerProblems: [String] {
        var seen: Set<String> = []
        var told: Set<String> = []
        return (captures.map(\.listener) + gateways).compactMap { name in
            guard !seen.insert(name).inserted, told.insert(name).inserted else { return nil }
            return FleetProblem.sameListener(name)
        }
    }
}
