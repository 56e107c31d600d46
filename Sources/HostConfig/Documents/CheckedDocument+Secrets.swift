package import FeatureKit

extension CheckedDocument {
    /// Every secret that it holds: what nothing that the host writes may hold.
    package var secrets: [Secret] {
        let bearers = flags.sources.map { source -> Secret? in
            if case .url(let address, _) = source { address.bearer } else { nil }
        }
        return features.values.flatMap { $0.settings?.hidden ?? [] } + (bearers + [remote?.bearer]).compactMap(\.self)
    }
}
