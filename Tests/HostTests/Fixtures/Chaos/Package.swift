// swift-tools-version: 6.2
import PackageDescription

// One feature that does whatever harm a feature can do, and four that have to stay well beside it.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
let steady = ["SteadyNorth", "SteadyEast", "SteadySouth", "SteadyWest"]

func feature(_ name: String, _ more: [Target.Dependency] = []) -> Target {
    .target(
        name: "\(name)Feature", dependencies: [kit] + more, exclude: ["feature.yaml"], swiftSettings: strict,
        plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
}

let package = Package(
    name: "Chaos",
    products: (["Chaos"] + steady).map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: [feature("Chaos"), .target(name: "Steady", dependencies: [kit], swiftSettings: strict)]
        + steady.map { feature($0, ["Steady"]) }
)
