package import FeatureKit
package import HostConfig

/// The job of `flagstand-test`, which it reads from its standard input.
package struct ProofJob: Sendable, Equatable {
    /// The configuration files of a preflight, with whose settings and flags the module has to work.
    package struct Documents: Sendable, Equatable {
        package let layers: LayerTexts
        /// The texts of the flag sources by name, as far as the requesting process already has them.
        package let flags: [String: SourceText]
        /// The absolute folder for relative paths in the files.
        package let folder: String
        /// The overrides in their stored form; null without a host.
        package let overrides: Value

        package init(
            layers: LayerTexts, flags: [String: SourceText] = [:], folder: String, overrides: Value = .null
        ) {
            self.layers = layers
            self.flags = flags
            self.folder = folder
            self.overrides = overrides
        }
    }

    /// The module's id.
    package let feature: String
    /// The absolute folder of its unit.
    package let folder: String
    /// Where it runs; nil if its configuration or its manifest decides that.
    package let way: RunMode?
    /// Limits the proof to cases whose group or name contains this text.
    package let filter: String?
    /// How often the conformance suite starts and stops the module.
    package let cycles: Int
    /// Nil if the scenarios have their own settings, and the conformance suite runs too.
    package let preflight: Documents?
    /// The cases to skip, since an earlier process has run them.
    package var done: Set<String>

    /// How often the conformance suite starts and stops a module by default.
    package static let cycles = 5

    package init(
        feature: String, folder: String, way: RunMode? = nil, filter: String? = nil, cycles: Int = cycles,
        preflight: Documents? = nil,
        done: Set<String> = []
    ) {
        self.feature = feature
        self.folder = folder
        self.way = way
        self.filter = filter
        self.cycles = cycles
        self.preflight = preflight
        self.done = done
    }
}
