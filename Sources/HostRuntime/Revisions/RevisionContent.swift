package import FeatureKit
package import HostConfig

/// The whole configuration of a revision in its original text.
package struct RevisionContent: Sendable, Equatable {
    package var layers: LayerTexts
    /// The text of each source of flags, by its name.
    package var flags: [String: SourceText]
    /// The last text without errors of each source that now has flags with errors, by its name: those flags keep their
    /// definition from it.
    package var wholes: [String: SourceText]
    /// The operators' overrides as they are stored.
    package var overrides: Value

    package init(
        layers: LayerTexts = LayerTexts(), flags: [String: SourceText] = [:], wholes: [String: SourceText] = [:],
        overrides: Value = [:]
    ) {
        self.layers = layers
        self.flags = flags
        self.wholes = wholes
        self.overrides = overrides
    }
}
