package import FeatureKit

/// A feature that a document may speak of.
package struct KnownFeature: Sendable {
    /// What it does, from its manifest.
    package let summary: String
    /// The Shape of its settings; nil where its library could not be loaded.
    package let settings: Shape?
    /// Where it runs unless the document says otherwise.
    package let runs: RunWay
    /// What its process may take unless the document says otherwise.
    package let worker: WorkerSection
    /// Whether it is there for everybody, and not switched off without a reason.
    package let isLocked: Bool

    package init(
        summary: String, settings: Shape?, runs: RunWay = .host, worker: WorkerSection = WorkerSection(),
        isLocked: Bool = false
    ) {
        self.isLocked = isLocked
        self.summary = summary
        self.settings = settings
        self.runs = runs
        self.worker = worker
    }
}
