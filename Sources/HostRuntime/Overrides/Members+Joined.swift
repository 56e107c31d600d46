import FeatureKit

extension Members {
    /// Both, one after the other; of two with one name the later one counts.
    static func + (left: Members, right: Members) -> Members {
        Members((Array(left) + Array(right)).map { ($0.name, $0.value) })
    }
}
