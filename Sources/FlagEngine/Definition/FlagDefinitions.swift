package import FeatureKit

/// The flags and segments of all sources of the configuration.
package struct FlagDefinitions: Sendable, Equatable {
    /// The weakest first: of two flags with the same key that of the later set wins.
    package var sets: [FlagSet]

    package init(sets: [FlagSet] = []) { self.sets = sets }
}

/// The flags and segments of one source.
package struct FlagSet: Sendable, Equatable {
    /// Where it comes from, as explanations name it: a file, an address, `shop's feature.yaml`.
    package let source: String
    /// The metadata of the set as a whole, which its flags' metadata contain already.
    package var metadata: Members
    package var flags: [FlagDefinition]
    /// Named conditions; every set sees those of all sets.
    package var segments: [SegmentDefinition]

    package init(
        source: String, metadata: Members = Members(), flags: [FlagDefinition] = [],
        segments: [SegmentDefinition] = []
    ) {
        self.source = source
        self.metadata = metadata
        self.flags = flags
        self.segments = segments
    }
}

/// A condition with a name.
package struct SegmentDefinition: Sendable, Equatable {
    package let name: String
    package let condition: Condition
    package let place: FlagPlace

    package init(name: String, condition: Condition, place: FlagPlace) {
        self.name = name
        self.condition = condition
        self.place = place
    }
}
