// swift-tools-version: 6.2
import PackageDescription

// A feature that breaks the rules of all features, one at a time, for the proof that the conformance suite notices.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let features = ["Faulty"]

let package = Package(
    name: "Faulty",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: features.map {
        .target(
            name: "\($0)Feature", dependencies: [.product(name: "FeatureKit", package: "FeatureKit")],
            exclude: ["feature.yaml"], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
    }
)
