package import FeatureKit

/// What a document says, once it has passed every check.
package struct CheckedDocument: Sendable, Equatable {
    /// Every feature that is known, by its id; one that the document does not name is off.
    package let features: [String: CheckedFeature]
    /// The absolute paths of folders with features that were built elsewhere.
    package let pluginFolders: [String]
    package let log: LogLevel
    package let http: HTTPSettings
    /// Whose users are known.
    package let access: AccessSettings
    package let flags: CheckedFlags
    /// Where the remote document is, which covers local ones.
    package let remote: WebAddress?
    /// Why features are switched off although they may be locked, by their ids, known or not.
    package var forced: [String: String] = [:]
}

/// What a document says of one feature.
package struct CheckedFeature: Sendable, Equatable {
    package let isEnabled: Bool
    /// Nil where the document gives none, and the feature needs some or can't say what it needs.
    package let settings: CheckedSettings?
    package let log: LogLevel
    /// Who may have it, where that is not everybody.
    package let gate: FeatureGate?
    /// How much it may keep.
    package let store: StoreBounds
    /// Where it runs.
    package var runs = RunMode.host
    /// The limits of its worker, where it runs in one.
    package var worker = WorkerBounds()
}
