/// What a feature would run with if it were switched on, for its preflight.
package struct ProofGround: Sendable {
    /// The feature's id.
    package let feature: String
    /// The folder of its unit.
    package let unit: String
    /// The folder from which relative paths in the configuration start.
    package let folder: String
    /// The configuration that was active at that time.
    package let content: RevisionContent
}
