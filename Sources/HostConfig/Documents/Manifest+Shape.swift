package import FeatureKit

extension Manifest {
    /// What `feature.yaml` may hold.
    package static let shape = Shape.object([
        Field("id", text, "Lower case letters, digits and dashes."),
        Field("version", text, "The feature's version, as semver.org has it."),
        Field("summary", text, "What it does, in one sentence."),
        Field("stage", .choice(of: Stage.self), "How far it has come.", default: "stable"),
        Field(
            "locked", .boolean, "Whether it is there for everybody, and not switched off without a reason.",
            default: false),
        Field("needs", names, "It runs only while these features are active.", default: []),
        Field("after", names, "It starts after these features, where both are on.", default: []),
        Field(
            "flags", .map(of: flag, count: 0...mostNames), "Who answers for the flags that its code declares.",
            default: [:]),
        Field(
            "mount", .anything, "The path or paths below which its routes are served; /api/v1/<id> by default.",
            optional: true),
        Field(
            "runs", .choice(of: RunMode.self), "Where it runs if the configuration does not say.", default: "host"),
        Field(
            WorkerSection.name, WorkerSection.shape, "The limits of its worker, where it runs in one.", optional: true),
        Field(
            "restart",
            .object([
                Field("most", .integer(in: 0...1000), "So many starts after failures.", default: 5),
                Field("within", .duration(in: .seconds(1) ... .seconds(86_400)), "In this time.", default: "60s"),
            ]), "How often it is started again before it is put into quarantine.", default: [:]),
    ])

    /// What older manifests have, and is made from the code now.
    static let madeFromCode = ["kit", "topics", "routes", "requests", "keeps", "links"]
    /// The same of each flag.
    static let flagMadeFromCode = ["default"]

    /// How many features or flags one manifest names.
    private static let mostNames = 1000

    // What a text has to look like is a `TextRule`, which also sees to its length.
    private static let text = Shape.text()
    private static let names = Shape.list(of: text, count: 0...mostNames)

    private static let flag = Shape.object([
        Field("owner", text, "Who answers for it."),
        Field("expiry", text, "The day on which it should be gone, such as 2027-01-31.", optional: true),
    ])
}
