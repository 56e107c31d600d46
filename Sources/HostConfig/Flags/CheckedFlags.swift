package import FlagEngine

/// What `plugins.yaml` says about flags: its own, and where more of them are.
package struct CheckedFlags: Sendable, Equatable {
    /// The weakest first.
    package let sources: [FlagSource]

    package init(sources: [FlagSource] = []) { self.sources = sources }
}

/// One place with flags.
package enum FlagSource: Sendable, Equatable {
    /// The document itself.
    case inline(FlagSet)
    /// A file, by its absolute path; read again when it changes.
    case file(path: String, bucketing: Bucketing?)
    /// Asked again and again.
    case url(WebAddress, bucketing: Bucketing?)

    /// Whether its flags stand in the document that names it.
    var isInline: Bool { if case .inline = self { true } else { false } }
}

/// Who may have a feature.
package struct FeatureGate: Sendable, Equatable {
    /// Nil means everybody.
    package let condition: Condition?
    /// How many of them; nil means all.
    package let split: Split?
    package let place: FlagPlace

    package init(condition: Condition?, split: Split?, place: FlagPlace) {
        self.condition = condition
        self.split = split
        self.place = place
    }
}
