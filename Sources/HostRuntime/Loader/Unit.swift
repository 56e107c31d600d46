/// A folder that holds a feature: its manifest, its library, its scenarios.
package struct Unit: Sendable, Equatable {
    package static let manifestName = "feature.yaml"

    package let folder: String
    /// Where its library lies, or why that is not known.
    package let library: Result<String, LoadProblem>

    package init(folder: String, library: Result<String, LoadProblem>) {
        self.folder = folder
        self.library = library
    }

    package var manifest: String { "\(folder)/\(Self.manifestName)" }
}
