// swift-tools-version: 6.2
import PackageDescription

// Features that keep documents and blobs, for the tests that look at what the host does with them.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let features = ["Pantry", "Larder"]

let package = Package(
    name: "Pantry",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: features.map {
        .target(
            name: "\($0)Feature", dependencies: [.product(name: "FeatureKit", package: "FeatureKit")],
            exclude: ["feature.yaml"], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
    }
)
