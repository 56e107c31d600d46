package import FeatureKit
package import HostConfig

/// Everything that counts at one revision, as it was written.
package struct RevisionContent: Sendable, Equatable {
    package var layers: LayerTexts
    /// What each source of flags says, by its name.
    package var flags: [String: SourceText]
    /// The operators' overrides, as they are written.
    package var overrides: Value

    package init(layers: LayerTexts = LayerTexts(), flags: [String: SourceText] = [:], overrides: Value = [:]) {
        self.layers = layers
        self.flags = flags
        self.overrides = overrides
    }
}
