package import FeatureKit
package import HostConfig

/// What `flagstand-test` is told to prove, as it comes in on its standard input.
package struct ProofJob: Sendable, Equatable {
    /// The documents of a preflight, for whose settings and flags the feature has to work.
    package struct Documents: Sendable, Equatable {
        package let layers: LayerTexts
        /// What sources of flags say, by their names, as far as whoever asks knows it already.
        package let flags: [String: SourceText]
        /// The absolute folder that relative paths in the documents start from.
        package let folder: String
        /// What operators decided, as it is kept; null where no host asks.
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

    /// The feature's id.
    package let feature: String
    /// The absolute folder of its unit.
    package let folder: String
    /// Where it runs; nil where its document or its manifest says so.
    package let way: RunWay?
    /// Only cases whose group or name holds this.
    package let filter: String?
    /// How often the conformance suite starts and stops the feature.
    package let cycles: Int
    /// Nil where the scenarios' own settings count, and the conformance suite runs too.
    package let preflight: Documents?
    /// The cases that are not to be tried again, since an earlier process has.
    package var done: Set<String>

    /// How often the conformance suite starts and stops a feature unless told.
    package static let cycles = 5

    package init(
        feature: String, folder: String, way: RunWay? = nil, filter: String? = nil, cycles: Int = cycles,
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
