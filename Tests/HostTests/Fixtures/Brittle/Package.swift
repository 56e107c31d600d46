// swift-tools-version: 6.2
import PackageDescription

// Features that crash when they are told to, for the tests of features that run in processes of their own.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let features = ["Brittle", "Mood"]

let package = Package(
    name: "Brittle",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: features.map {
        .target(
            name: "\($0)Feature", dependencies: [.product(name: "FeatureKit", package: "FeatureKit")],
            exclude: ["feature.yaml"], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
    }
)
