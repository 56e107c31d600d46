package import FeatureKit
package import FlagEngine

/// Features as flags: each owns `feature.<id>`.
extension FlagProgram {
    /// What the flag of a feature is called.
    package static func gate(of feature: String) -> String { gatePrefix + feature }

    /// The feature whose flag that is; nil for any other flag.
    package static func feature(ofGate key: String) -> String? {
        key.hasPrefix(gatePrefix) ? String(key.dropFirst(gatePrefix.count)) : nil
    }

    private static let gatePrefix = "feature."

    /// The flags of those features that not everybody has, by the feature's id.
    var gates: [String: Int] {
        var gates: [String: Int] = [:]
        for (index, flag) in flags.enumerated() where flag.key.hasPrefix(Self.gatePrefix) {
            if let constant = flag.constant, isOn(constant) { continue }
            gates[String(flag.key.dropFirst(Self.gatePrefix.count))] = index
        }
        return gates
    }

    /// Whether an evaluation gave the value true.
    package func isOn(_ evaluation: Evaluation) -> Bool {
        guard let variant = evaluation.variant else { return false }
        return flags[evaluation.flag].variants[variant].value == .boolean(true)
    }

    /// Whether a feature's gate can let anybody in; true for a feature without a gate.
    func canBeHad(_ feature: String) -> Bool {
        guard let index = flag(Self.gate(of: feature)) else { return true }
        let flag = flags[index]
        if let constant = flag.constant { return isOn(constant) }
        return flag.reachable.contains { flag.variants[$0].value == .boolean(true) }
    }
}

extension FlagBoard.Snapshot {
    /// No flag at all, as before the first document.
    package static func none(since: Timestamp) -> FlagBoard.Snapshot {
        var problems: [FlagProblem] = []
        return FlagBoard.Snapshot(
            FlagProgram(FlagDefinitions(), revision: 0, problems: &problems), etag: "", since: since)
    }
}
