/// What a feature would run with if it were switched on, for whoever tries that first.
package struct ProofGround: Sendable {
    /// The feature's id.
    package let feature: String
    /// The folder of its unit.
    package let unit: String
    /// The folder from which relative paths in the documents start.
    package let folder: String
    /// What counted then.
    package let content: RevisionContent
}
