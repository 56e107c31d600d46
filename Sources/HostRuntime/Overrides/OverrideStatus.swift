internal import FlagEngine

/// Whether an override has effect, and why not otherwise.
package enum OverrideStatus: Sendable, Equatable {
    case counts
    /// The feature is locked.
    case locked
    /// Its feature is not there any more.
    case noFeature
    /// Its flag is not there any more.
    case noFlag
    /// The flag has no such variant any more.
    case noVariant
    /// Its flag is a feature's gate, which is overridden as the feature.
    case flagOfFeature
    /// The copy of its unit can't be used, for this reason.
    case lostUnit(String)
    /// It waits until its feature or flag is on.
    case waits
}

extension Orders {
    /// Whether an override has effect with these orders.
    package func status(of override: Override) -> OverrideStatus {
        let name = override.target.name
        switch override.target.kind {
        case .featureEnabled, .featureRollout:
            guard survey.folders[name] != nil else { return .noFeature }
            guard !isLocked(name) || override.countsOnLocked else { return .locked }
            return override.part != nil && !isSwitchedOn(name) ? .waits : .counts
        case .featureUnit:
            if let reason = survey.lostUnits[name] { return .lostUnit(reason) }
            return survey.folders[name] == nil ? .noFeature : .counts
        case .flagEnabled, .flagServe:
            guard FlagProgram.feature(ofGate: name) == nil else { return .flagOfFeature }
            guard let definition = flag(name) else { return .noFlag }
            guard let variant = override.variant else { return .counts }
            guard definition.variants.contains(where: { $0.name == variant }) else { return .noVariant }
            return definition.isEnabled ? .counts : .waits
        }
    }

    /// The active definition of a flag; nil where there is none.
    func flag(_ key: String) -> FlagDefinition? {
        guard let program = flags?.program, let index = program.flag(key) else { return nil }
        return program.definitions[index]
    }
}

/// The wording of the status.
extension OverrideStatus {
    /// Why an override has no effect; nil where it has.
    package func words(_ override: Override) -> String? {
        let name = override.target.name
        return switch self {
        case .counts: nil
        case .locked where override.isOn != nil: "\(name) is locked by now; its toggle does not count"
        case .locked: "\(name) is locked by now; its rollout does not count"
        case .noFeature: "there is no feature \"\(name)\" any more; the override of it does not count"
        case .noFlag: "there is no flag \"\(name)\" any more; the override of it does not count"
        case .noVariant:
            "\(name) has no variant \"\(override.value)\" any more; the override of it does not count"
        case .flagOfFeature: "\(name) is made from the feature; the override of it does not count"
        case .lostUnit(let reason):
            "\(name) \(override.value) can't be run: \(reason); the unit in the host's folders runs"
        case .waits where override.part != nil: "\(name) is off; the rollout waits until it is on"
        case .waits: "\(name) is disabled; what is served waits until it is enabled"
        }
    }
}
