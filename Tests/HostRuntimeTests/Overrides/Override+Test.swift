import FeatureKit
import TestSupport

@testable import HostRuntime

extension Override {
    /// When overrides of tests were made.
    static let then = Timestamp(nanoseconds: 1_795_271_467_000_000_000)

    static func toggle(
        _ id: String, _ isOn: Bool, _ reason: String? = nil, by author: String = "root", until: Timestamp? = nil,
        isForced: Bool = false
    ) -> Override { make(.featureEnabled, id, .truth(isOn), reason, author, until).forced(isForced) }

    static func rollout(_ id: String, _ percent: UInt64, until: Timestamp? = nil) -> Override {
        make(.featureRollout, id, .part(percent * 1_000_000), nil, "root", until)
    }

    static func serve(_ key: String, _ variant: String, _ reason: String? = nil) -> Override {
        make(.flagServe, key, .variant(variant), reason, "ana", nil)
    }

    static func flag(_ key: String, _ isOn: Bool) -> Override {
        make(.flagEnabled, key, .truth(isOn), nil, "ana", nil)
    }

    private static func make(
        _ kind: OverrideTarget.Kind, _ name: String, _ value: OverrideValue, _ reason: String?, _ author: String,
        _ until: Timestamp?
    ) -> Override {
        Override(
            OverrideTarget(kind, of: name), to: value, author: Author(name: author, user: author == "root" ? 0 : 1000),
            reason: reason, at: then, until: until)
    }
}
