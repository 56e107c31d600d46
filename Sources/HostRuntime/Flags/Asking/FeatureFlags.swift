@_spi(Hosting) package import FeatureKit

/// The flags of one feature: those that its manifest declares, and no others.
package struct FeatureFlags: FlagSource {
    private let defaults: [String: Value]
    private let pool: FlagPool

    /// - Parameter defaults: What the manifest says that each flag holds.
    package init(_ defaults: [String: Value], in pool: FlagPool) {
        self.defaults = defaults
        self.pool = pool
    }

    package func value(of key: String, for caller: Caller) -> Value? {
        guard let fallback = defaults[key] else { return nil }
        return pool.value(of: key, for: caller) ?? fallback
    }
}
