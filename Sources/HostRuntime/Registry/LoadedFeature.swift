@_spi(Hosting) package import FeatureKit

/// A feature that can be run: what its manifest says and what its library handed over.
package struct LoadedFeature: Sendable {
    package let id: String
    package let entry: FeatureEntry
    package let wiring: Wiring
    /// What each declared flag holds by default.
    package let flags: [String: Value]
    /// Where it runs, and from what.
    package let make: FeatureMake

    package init(
        id: String, entry: FeatureEntry, wiring: Wiring, flags: [String: Value], make: FeatureMake = .host
    ) {
        self.make = make
        self.id = id
        self.entry = entry
        self.wiring = wiring
        self.flags = flags
    }
}
