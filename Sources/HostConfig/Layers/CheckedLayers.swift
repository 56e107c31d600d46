/// The result of checking configuration files in layers: the merged content, unless it has errors, and all diagnostics.
package struct CheckedLayers: Sendable {
    /// A flag with errors, which `usable` leaves out.
    package struct InvalidFlag: Sendable, Equatable {
        package let key: String
        /// The name of the file that contains it.
        package let source: String
        package let layer: Layer
    }

    /// Nil where one of the diagnostics is an error.
    package var content: CheckedDocument? { diagnostics.hasErrors ? nil : usable }
    /// The content without the flags that have errors; nil where there are other errors too.
    package let usable: CheckedDocument?
    /// The flags that `usable` leaves out.
    package let invalid: [InvalidFlag]
    /// The settings that fit their shape, by feature, even where something else is wrong.
    package let settings: [String: CheckedSettings]
    package let diagnostics: Diagnostics
    /// The layers that have to change before the configuration can be applied: those with errors beyond single flags.
    ///
    /// An error that arises only from the merge is attributed to the strongest file that sets the place.
    package let faulty: Set<Layer>
}
