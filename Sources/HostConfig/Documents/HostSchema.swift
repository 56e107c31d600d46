package import FeatureKit

/// What `plugins.yaml` may hold, from which it is checked and its JSON Schema is made.
package enum HostSchema {
    /// How many folders a document names.
    static let mostFolders = 100

    /// The JSON Schema of `plugins.yaml` for these features, draft 2020-12.
    package static func json(features: [String: KnownFeature]) -> Value {
        let sections = features.sorted { $0.key < $1.key }.map { id, feature in
            Field(id, section(settings: feature.settings), feature.summary, optional: true)
        }
        let schema = document(sections: sections).jsonSchema(title: "plugins.yaml").changing(
            ["properties", "features", "properties"]
        ) { written in
            guard case .object(let sections) = written else { return written }
            return .object(Members(sections.map { ($0, PlainSizes.allowed(in: $1)) }))
        }
        return FlagSchema.completing(AccessSection.allowingSingleTexts(in: HTTPSection.allowingShortForms(in: schema)))
    }

    /// The Shape of a document whose features are these sections.
    static func document(sections: [Field]) -> Shape {
        .object([
            Field("features", .object(sections), "What runs; a feature that is not named is off.", default: [:]),
            Field(
                "plugins", .list(of: .path, count: 0...mostFolders),
                "Folders with features that were built elsewhere, relative to this document.", default: []),
            Field("remote", .anything, "The address of a document that covers this one.", optional: true),
            Field("log", level, "How much is logged.", default: "info"),
            Field("flags", .anything, "Flags, or where they are.", optional: true),
            Field("segments", .anything, "Conditions with names, for the flags of all sources.", optional: true),
            Field("bucketing", .anything, "How the document's splits find a caller's place.", optional: true),
            Field("metadata", .anything, "What is said of every flag of the document.", optional: true),
            Field("$evaluators", .anything, "What flagd's targeting refers to.", optional: true),
            Field("http", HTTPSection.shape, "How the host is reached over HTTP.", default: [:]),
            Field(AccessSection.name, AccessSection.shape, "Who has signed in.", default: [:]),
        ])
    }

    /// The Shape of what is said about features that nobody knows.
    static let unknownFeatures = Shape.object([
        Field("features", .map(of: section(settings: nil), count: 0...ReadingLimits.standard.nodes), "Their sections.")
    ])

    /// The Shape of a feature's section.
    static func section(settings: Shape?) -> Shape {
        .object([
            Field("enabled", .boolean, "Whether it is on.", default: true),
            LockSection.field,
            Field("settings", settings ?? .map(of: .anything), "What can be set about it.", optional: true),
            Field("when", .anything, "Who may have it, where that is not everybody.", optional: true),
            Field("rollout", .anything, "How many of those have it.", optional: true),
            Field("split", .anything, "How many of those have it, by an attribute of one's own.", optional: true),
            Field("log", level, "How much it logs, where that differs from the host.", optional: true),
            Field(StoreSection.name, StoreSection.shape, "How much it may keep.", optional: true),
            Field(
                "runs", .choice(of: RunMode.self), "Where it runs, where that is not what its feature.yaml says.",
                optional: true),
            Field(
                WorkerSection.name, WorkerSection.shape, "The limits of its worker, where it runs in one.",
                optional: true),
        ])
    }

    private static let level = Shape.choice(LogLevel.all.map(\.description))
}
