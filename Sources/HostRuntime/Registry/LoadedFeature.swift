@_spi(Hosting) package import FeatureKit

/// A feature that can be run: what its manifest says and what its library hands over.
package struct LoadedFeature: Sendable {
    package let id: String
    package let entry: FeatureEntry
    /// The kit that its library was built with.
    package let kit: KitVersion
    /// What it may touch: what its contracts declare.
    package let wiring: Wiring
    /// Where it runs, and from what.
    package let make: FeatureMake
    /// Has its code check settings; nil where it does not look at them.
    package let settingsCheck: (@Sendable (Value) async -> [SettingsProblem])?

    /// - Parameters:
    ///   - wiring: What it may touch; by default what its contracts declare.
    ///   - settingsCheck: Has its code check settings, where it does.
    package init(
        id: String, entry: FeatureEntry, wiring: Wiring? = nil, kit: KitVersion = .current, make: FeatureMake = .host,
        settingsCheck: (@Sendable (Value) async -> [SettingsProblem])? = nil
    ) {
        self.settingsCheck = settingsCheck
        self.make = make
        self.id = id
        self.entry = entry
        self.kit = kit
        self.wiring = wiring ?? Wiring(entry.contracts)
    }
}
