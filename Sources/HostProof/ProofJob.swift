package import FeatureKit

/// What `flagstand-test` is told to prove, as it comes in on its standard input.
package struct ProofJob: Sendable, Equatable {
    /// The documents of a preflight, for whose settings and flags the feature has to work.
    package struct Documents: Sendable, Equatable {
        /// One document's name, as operators know it, and its text.
        package struct Text: Sendable, Equatable {
            package let name: String
            package let bytes: [UInt8]

            package init(name: String, bytes: [UInt8]) {
                self.name = name
                self.bytes = bytes
            }
        }

        /// The weakest first.
        package let local: [Text]
        package let remote: Text?
        /// The absolute folder that relative paths in them start from.
        package let folder: String
        /// What operators decided, as it is kept.
        package let overrides: Value

        package init(local: [Text], remote: Text?, folder: String, overrides: Value) {
            self.local = local
            self.remote = remote
            self.folder = folder
            self.overrides = overrides
        }
    }

    /// The feature's id.
    package let feature: String
    /// The absolute folder of its unit.
    package let folder: String
    /// Only cases whose group or name holds this.
    package let filter: String?
    /// How often the conformance suite starts and stops the feature.
    package let cycles: Int
    /// Nil where the scenarios' own settings count, and the conformance suite runs too.
    package let preflight: Documents?
    /// The cases that are not to be tried again, since an earlier process has.
    package let done: Set<String>

    package init(
        feature: String, folder: String, filter: String? = nil, cycles: Int = 5, preflight: Documents? = nil,
        done: Set<String> = []
    ) {
        self.feature = feature
        self.folder = folder
        self.filter = filter
        self.cycles = cycles
        self.preflight = preflight
        self.done = done
    }
}
