package import FeatureKit

/// A feature that a document may speak of.
package struct KnownFeature: Sendable {
    /// What it does, from its manifest.
    package let summary: String
    /// The Shape of its settings; nil where its library could not be loaded.
    package let settings: Shape?

    package init(summary: String, settings: Shape?) {
        self.summary = summary
        self.settings = settings
    }
}
