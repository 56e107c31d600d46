@_spi(Hosting) package import FeatureKit

/// The flags of one feature: those that its contracts declare, and no others.
package struct FeatureFlags: FlagSource {
    private let defaults: [String: Value]
    private let pool: FlagPool

    package init(_ contracts: [Contract], in pool: FlagPool) {
        let defaults = contracts.compactMap { contract in contract.decision.map { (contract.name, $0.fallback) } }
        self.defaults = Dictionary(defaults) { first, _ in first }
        self.pool = pool
    }

    package func value(of key: String, for caller: Caller) -> Value? {
        guard let fallback = defaults[key] else { return nil }
        return pool.value(of: key, for: caller) ?? fallback
    }
}
