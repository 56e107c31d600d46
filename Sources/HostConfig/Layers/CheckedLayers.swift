/// What became of documents in layers: what they say together, unless errors forbid it, and everything there is to tell.
package struct CheckedLayers: Sendable {
    /// A flag with errors, which is not among the flags of what is usable.
    package struct SpoiltFlag: Sendable, Equatable {
        package let key: String
        /// The name of the document that it stands in.
        package let source: String
        package let layer: Layer
    }

    /// Nil where one of the diagnostics is an error.
    package var content: CheckedDocument? { diagnostics.hasErrors ? nil : usable }
    /// The same without single flags that have errors; nil where more than these is wrong.
    package let usable: CheckedDocument?
    /// The flags that are left out of what is usable.
    package let spoilt: [SpoiltFlag]
    /// The settings of features whose settings fit their Shape, whatever else is wrong.
    package let settings: [String: CheckedSettings]
    package let diagnostics: Diagnostics
    /// The layers that have to say something else before anything counts: those with errors beyond single flags.
    ///
    /// What only arises together is held against the strongest document that speaks of the place.
    package let faulty: Set<Layer>
}
