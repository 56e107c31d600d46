package import FeatureKit

extension Manifest {
    /// What `feature.yaml` may hold.
    package static let shape = Shape.object([
        Field("id", text, "Lower case letters, digits and dashes."),
        Field("version", text, "The feature's version, as semver.org has it."),
        Field("kit", text, "The oldest kit that it runs on, such as \"1.0\"."),
        Field("summary", text, "What it does, in one sentence."),
        Field("stage", .choice(of: Stage.self), "How far it has come.", default: "stable"),
        Field(
            "locked", .boolean, "Whether it is there for everybody, and not switched off without a reason.",
            default: false),
        Field("needs", names, "It runs only while these features are active.", default: []),
        Field("after", names, "It starts after these features, where both are on.", default: []),
        Field(
            "topics",
            .object([
                Field("publishes", names, "The topics that it publishes on.", default: []),
                Field("reads", names, "The topics that it reads.", default: []),
                Field("watchable", names, "The published topics that apps may watch over HTTP.", default: []),
            ]), "The topics that it touches.", default: [:]),
        Field("routes", names, "The routes that it serves.", default: []),
        Field("requests", names, "The routes of other features that it asks.", default: []),
        Field("keeps", names, "The collections of documents that it keeps; blobs where it keeps those.", default: []),
        Field("flags", .map(of: flag, count: 0...mostNames), "The flags that it asks for.", default: [:]),
        Field("mount", text, "Where its routes stand; /api/v1/<id> unless it says otherwise.", optional: true),
        Field(
            "runs", .choice(of: RunWay.self), "Where it runs, unless the document says otherwise.", default: "host"),
        Field(
            WorkerSection.name, WorkerSection.shape, "What its process may take, where it runs in one.", optional: true),
        Field(
            "restart",
            .object([
                Field("most", .integer(in: 0...1000), "So many starts after failures.", default: 5),
                Field("within", .duration(in: .seconds(1) ... .seconds(86_400)), "In this time.", default: "60s"),
            ]), "How often it is started again before it is put into quarantine.", default: [:]),
        Field("links", names, "The system libraries that it needs, by the names of their files.", default: []),
    ])

    /// How many features, topics, routes, flags or libraries one manifest names.
    private static let mostNames = 1000

    // What a text has to look like is a `TextRule`, which also sees to its length.
    private static let text = Shape.text()
    private static let names = Shape.list(of: text, count: 0...mostNames)

    private static let flag = Shape.object([
        Field("default", .anything, "What it holds where no rule says otherwise."),
        Field("owner", text, "Who answers for it."),
        Field("expiry", text, "The day on which it should be gone, such as 2027-01-31.", optional: true),
    ])
}
