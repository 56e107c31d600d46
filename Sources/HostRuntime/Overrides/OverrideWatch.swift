@_spi(Hosting) internal import FeatureKit

/// Remembers which remarks about overrides have been logged, and signals when the overrides change.
struct OverrideWatch {
    /// The last remark about each override, so that it is logged once.
    private var told: [OverrideTarget: String] = [:]
    /// Raised when the overrides change.
    private(set) var news = Signal()

    /// Remembers the present remarks about overrides.
    ///
    /// - Returns: The targets whose remark is new or has changed, in order.
    mutating func note(_ remarks: [OverrideTarget: String]) -> [OverrideTarget] {
        defer {
            told = remarks
            news.raise()
            news = Signal()
        }
        return remarks.filter { told[$0.key] != $0.value }.keys.sorted()
    }

    /// Marks a remark as reported.
    mutating func hush(_ target: OverrideTarget, _ remark: String?) { told[target] = remark }
}
