@_spi(Hosting) public import FeatureKit

/// A feature that is held to the rules of all features, and how it is started.
@_spi(Hosting) public struct ConformanceSubject: Sendable {
    /// The feature, with what its manifest lets it use.
    public let feature: RigSubject
    /// Settings that it can start with, checked and complete.
    public let settings: Value
    /// How often it is started and stopped.
    public let cycles: Int
    /// Prepares a rig before each start: documents, other features, flags.
    public let prepare: @Sendable (Rig) async throws -> Void

    /// Describes a feature and how it is started.
    public init(
        _ feature: RigSubject, settings: Value, cycles: Int = 5,
        prepare: @escaping @Sendable (Rig) async throws -> Void = { _ in }
    ) {
        self.feature = feature
        self.settings = settings
        self.cycles = cycles
        self.prepare = prepare
    }
}
