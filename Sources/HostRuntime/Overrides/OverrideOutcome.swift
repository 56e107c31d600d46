package import FeatureKit

/// What an operator wants of a target.
package struct OverrideRequest: Sendable, Equatable {
    /// What it is to be; nil lets the documents decide.
    package let value: OverrideValue?
    package let reason: String?
    /// How long; nil for good.
    package let lifetime: Duration?
    /// Whether it may stop a locked feature.
    package let isForced: Bool

    /// The documents decide again.
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

/// What came of an override, or of taking one back.
package struct OverrideOutcome: Sendable, Equatable {
    package let target: OverrideTarget
    /// What counts of it now; nil where the documents decide.
    package let override: Override?
    /// What it stands in the place of; nil where nothing changed, or nobody had said anything.
    package let replaced: Override?
    package let standing: OverrideStatus
    /// What counts with it.
    package let revision: Int?
    /// What became of the feature that it speaks of.
    package let feature: FeatureOutcome?

    /// Whether all is as it was wanted.
    package var isReached: Bool { feature?.isReached ?? true }

    /// The outcome as the operators' API shows it.
    package var value: Value {
        [
            "target": .text("\(target)"), "override": override?.asData ?? .null,
            "replaced": replaced?.asData ?? .null,
            "counts": .boolean(standing == .counts), "note": .orNull(override.flatMap { standing.words($0) }),
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
