internal import FeatureKit

extension Office {
    /// Fills an empty store with a town.
    func settle() async throws {}
}
