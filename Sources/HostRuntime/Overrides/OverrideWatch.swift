@_spi(Hosting) internal import FeatureKit

/// What a keeper remembers of overrides beyond what they say.
struct OverrideWatch {
    /// What was told last of each one, so that it is told once.
    private var told: [OverrideTarget: String] = [:]
    /// Raised when others count.
    private(set) var news = Signal()

    /// Remembers what is to be told of overrides.
    ///
    /// - Returns: Those of whom something else is to be told than before, in the order of their targets.
    mutating func note(_ remarks: [OverrideTarget: String]) -> [OverrideTarget] {
        defer {
            told = remarks
            news.raise()
            news = Signal()
        }
        return remarks.filter { told[$0.key] != $0.value }.keys.sorted()
    }

    /// Takes it for told.
    mutating func hush(_ target: OverrideTarget, _ remark: String?) { told[target] = remark }
}
