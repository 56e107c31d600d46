@_spi(Hosting) package import FeatureKit
@_spi(Hosting) package import FeatureRig
package import HostConfig
package import HostProof

/// The scenarios of a unit, checked as a whole before anything runs.
package struct ScenarioSuite: Sendable {
    /// One row of one scenario.
    package struct Case: Sendable {
        package let about: ProofCase
        /// Whether it is tried before a feature is switched on.
        package let isPreflight: Bool
        package let run: @Sendable (PreflightConditions?) async -> ProofVerdict
    }

    package let cases: [Case]
    /// What is wrong with the files; with errors nothing is to be run.
    package let diagnostics: Diagnostics
    /// How the conformance suite starts the feature.
    package let settings: Value
    package let prepare: @Sendable (Rig) async throws -> Void

    /// Reads `Scenarios/*.yaml` of a unit; a unit without any has no cases.
    package static func read(_ unit: ProvenUnit) -> ScenarioSuite {
        ScenarioSuite(
            cases: [], diagnostics: Diagnostics(), settings: unit.subject.entry.settingsShape.completed([:]),
            prepare: { _ in })
    }
}
