/// The package that a new feature begins with: a small feature in one file, or a longer example.
struct FeatureTemplate {
    /// Where the package lies, and so how it finds the kit.
    enum Place: Equatable {
        case checkout
        /// By the absolute folder of the kit.
        case outside(kit: String)
    }

    let name: FeatureName
    let place: Place
    /// Whether it is the longer example, with a topic, a timer and an actor.
    let isLong: Bool

    /// The module that the feature is.
    var module: String { "\(name.type)Feature" }

    /// Its files, in the order in which somebody would read them.
    var files: [ScaffoldPlan.File] {
        (isLong ? longFiles : smallFiles)
            + (place == .checkout ? [] : [.init(path: ".gitignore", text: gitignore, purpose: "what git leaves out")])
    }

    private var smallFiles: [ScaffoldPlan.File] {
        [
            .init(path: "feature.yaml", text: manifest, purpose: "what you decide about it: its id, version, needs"),
            .init(path: "Sources/\(module)/\(name.type).swift", text: smallFeature, purpose: "the feature"),
            .init(
                path: "Tests/\(module)Tests/\(name.type)Tests.swift", text: smallTests, purpose: "its tests in Swift"),
            .init(path: "Scenarios/\(name.id).yaml", text: smallScenarios, purpose: "its scenarios for flagstand test"),
            .init(path: "Package.swift", text: package, purpose: "how it is built"),
        ]
    }

    private var longFiles: [ScaffoldPlan.File] {
        [
            .init(path: "README.md", text: readme, purpose: "what it does, for those who use it"),
            .init(path: "feature.yaml", text: manifest, purpose: "what you decide about it: its id, version, needs"),
            .init(path: "Sources/\(module)/\(name.type).swift", text: feature, purpose: "the feature and its settings"),
            .init(path: "Sources/\(module)/Spaces.swift", text: spaces, purpose: "its topic"),
            .init(path: "Sources/\(module)/Ticket.swift", text: ticket, purpose: "its route"),
            .init(path: "Sources/\(module)/Lot.swift", text: lot, purpose: "what decides, a plain struct"),
            .init(path: "Sources/\(module)/Attendant.swift", text: attendant, purpose: "what acts, an actor"),
            .init(path: "Tests/\(module)Tests/\(name.type)Tests.swift", text: tests, purpose: "tests in Swift"),
            .init(path: "Scenarios/\(name.id).yaml", text: scenarios, purpose: "scenarios for flagstand test"),
            .init(path: "Package.swift", text: package, purpose: "how it is built"),
        ]
    }
}
