internal import FeatureKit
internal import FlagEngine

extension FlagContext {
    /// Fills it with what is known of a caller: the key as `targetingKey`, and the attributes.
    mutating func fill(with caller: Caller) {
    }
}
