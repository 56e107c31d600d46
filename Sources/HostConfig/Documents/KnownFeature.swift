package import FeatureKit

/// A feature that a configuration file may name.
package struct KnownFeature: Sendable {
    /// Its description in the manifest.
    package let summary: String
    /// The shape of its settings; nil where its library could not be loaded.
    package let settings: Shape?
    /// Where it runs by default.
    package let runs: RunMode
    /// The default limits of its worker.
    package let worker: WorkerSection
    /// Whether it is locked: on for everybody, and switched off only with a reason.
    package let isLocked: Bool

    package init(
        summary: String, settings: Shape?, runs: RunMode = .host, worker: WorkerSection = WorkerSection(),
        isLocked: Bool = false
    ) {
        self.isLocked = isLocked
        self.summary = summary
        self.settings = settings
        self.runs = runs
        self.worker = worker
    }
}
