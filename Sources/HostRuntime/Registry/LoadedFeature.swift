@_spi(Hosting) package import FeatureKit

/// A feature that can be run: what its manifest says and what its library handed over.
package struct LoadedFeature: Sendable {
    package let id: String
    package let entry: FeatureEntry
    package let wiring: Wiring
    /// What each declared flag holds by default.
    package let flags: [String: Value]

    package init(id: String, entry: FeatureEntry, wiring: Wiring, flags: [String: Value]) {
        self.id = id
        self.entry = entry
        self.wiring = wiring
        self.flags = flags
    }
}
