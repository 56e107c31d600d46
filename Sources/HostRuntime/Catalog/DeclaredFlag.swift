@_spi(Hosting) package import FeatureKit
internal import HostConfig

/// A flag that a feature declares: what its code says of it, and what people decided in its manifest.
package struct DeclaredFlag: Sendable, Equatable {
    package let key: String
    /// What its values look like; each of a choice is a variant.
    package let shape: Shape
    /// What it holds where no rule applies.
    package let fallback: Value
    /// What it decides.
    package let summary: String
    /// Who answers for it; nil where nobody does.
    package let owner: String?
    /// The day on which it should be gone.
    package let expiry: Timestamp?

    fileprivate init?(_ contract: Contract, _ manifest: Manifest) {
        guard contract.role == .evaluates, let decision = contract.decision else { return nil }
        let care = manifest.flags.first { $0.key == contract.name }
        (key, shape) = (contract.name, contract.shape)
        (fallback, summary) = (decision.fallback, decision.summary)
        (owner, expiry) = (care?.owner, care?.expiry)
    }
}

extension Survey {
    /// The flags that a feature declares, in the order of their keys.
    package func flags(of id: String) -> [DeclaredFlag] {
        guard let manifest = manifests[id] else { return [] }
        return contracts(of: id).compactMap { DeclaredFlag($0, manifest) }.sorted { $0.key < $1.key }
    }
}
