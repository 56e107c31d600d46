// swift-tools-version: 6.2
import PackageDescription

// A feature that does to its process what no feature should, for the tests of what is left of a proof then.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let features = ["Rogue"]

let package = Package(
    name: "Rogue",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: features.map {
        .target(
            name: "\($0)Feature", dependencies: [.product(name: "FeatureKit", package: "FeatureKit")],
            exclude: ["feature.yaml"], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
    }
)
