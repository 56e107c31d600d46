/// The target of an override, as operators write it: `features/ble/enabled`, `flags/shop.banner/serve`.
package struct OverrideTarget: Sendable, Hashable {
    /// What of it is overridden.
    package enum Kind: String, Sendable, CaseIterable {
        case featureEnabled = "features/enabled"
        case featureRollout = "features/rollout"
        case featureUnit = "features/unit"
        case flagEnabled = "flags/enabled"
        case flagServe = "flags/serve"

        /// The words before and after the name.
        package var words: (subject: String, aspect: String) {
            switch self {
            case .featureEnabled: ("features", "enabled")
            case .featureRollout: ("features", "rollout")
            case .featureUnit: ("features", "unit")
            case .flagEnabled: ("flags", "enabled")
            case .flagServe: ("flags", "serve")
            }
        }
    }

    package let kind: Kind
    /// The feature's id or the flag's key.
    package let name: String

    package init(_ kind: Kind, of name: String) {
        self.kind = kind
        self.name = name
    }

    /// The feature's id; nil for a flag.
    package var feature: String? {
        switch kind {
        case .featureEnabled, .featureRollout, .featureUnit: name
        case .flagEnabled, .flagServe: nil
        }
    }
}

extension OverrideTarget: CustomStringConvertible, Comparable {
    package var description: String { "\(kind.words.subject)/\(name)/\(kind.words.aspect)" }

    package static func < (left: OverrideTarget, right: OverrideTarget) -> Bool {
        left.description < right.description
    }
}
