package import FeatureKit

/// What an operator wants of a target.
package struct OverrideRequest: Sendable, Equatable {
    /// The value to set; nil removes the override.
    package let value: OverrideValue?
    package let reason: String?
    /// How long; nil for good.
    package let lifetime: Duration?
    /// Whether it may stop a locked feature.
    package let isForced: Bool

    /// Removes the override.
    package static let reset = OverrideRequest(nil)

    package init(
        _ value: OverrideValue?, because reason: String? = nil, for lifetime: Duration? = nil,
        force isForced: Bool = false
    ) {
        self.isForced = isForced
        self.value = value
        self.reason = reason
        self.lifetime = lifetime
    }
}

/// The result of setting or removing an override.
package struct OverrideOutcome: Sendable, Equatable {
    package let target: OverrideTarget
    /// The override now; nil where the configuration files decide.
    package let override: Override?
    /// The override before; nil where nothing changed, or there was none.
    package let replaced: Override?
    package let status: OverrideStatus
    /// The active revision.
    package let revision: Int?
    /// The outcome for the feature; nil for a flag.
    package let feature: FeatureOutcome?

    /// Whether the feature has reached the wanted state; true for a flag.
    package var isReached: Bool { feature?.isReached ?? true }

    /// The outcome as the operators' API shows it.
    package var value: Value {
        [
            "target": .text("\(target)"), "override": override?.asData ?? .null,
            "replaced": replaced?.asData ?? .null,
            "counts": .boolean(status == .counts), "note": .orNull(override.flatMap { status.words($0) }),
            "reached": .boolean(isReached), "feature": feature?.value ?? .null,
        ]
    }

    /// The outcome as that of a feature's toggle.
    package var asToggle: Value {
        guard case .object(var members)? = feature?.value else { return value }
        members["until"] = .orNull(override?.until.map { "\($0)" })
        members["replaced"] = replaced?.asToggle ?? .null
        return .object(members)
    }
}
