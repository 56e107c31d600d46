internal import FeatureKit
internal import FlagEngine

extension FlagContext {
    /// Fills it with what is known of a caller: the attributes, and the key as `targetingKey`.
    mutating func fill(with caller: Caller) {
        wipe()
        for (name, value) in caller.attributes { add(name, value) }
        // Last, so that it counts: nobody becomes somebody else by an attribute.
        if let key = caller.key { add(Split.usualAttribute, .text(key)) }
    }
}
