package import FeatureKit
package import HostConfig

/// Everything that counts at one revision, as it was written.
package struct RevisionContent: Sendable, Equatable {
    package var layers: LayerTexts
    /// What each source of flags says, by its name.
    package var flags: [String: SourceText]
    /// What sources said when all of it was good, by name, where single flags of what they say now are not: those go
    /// on as they were.
    package var wholes: [String: SourceText]
    /// The operators' overrides, as they are written.
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
