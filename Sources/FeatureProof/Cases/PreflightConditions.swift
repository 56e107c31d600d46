@_spi(Hosting) package import FeatureKit

/// What the real documents give a feature, in the place of what scenarios say of settings and flags.
package struct PreflightConditions: Sendable {
    /// The settings, with their secrets in place.
    package let settings: Value
    /// The same as they may be shown.
    package let shownSettings: Value
    package let flags: any FlagSource

    package init(settings: Value, shownSettings: Value, flags: any FlagSource) {
        self.settings = settings
        self.shownSettings = shownSettings
        self.flags = flags
    }
}
