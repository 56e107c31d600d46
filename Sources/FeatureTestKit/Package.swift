// swift-tools-version: 6.2
import PackageDescription

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

let package = Package(
    name: "FeatureTestKit",
    products: [
        // What plays the host for one feature; `flagstand-test` needs no more, and no test library.
        .library(name: "FeatureRig", type: .dynamic, targets: ["FeatureRig"]),
        .library(name: "FeatureTestKit", type: .dynamic, targets: ["FeatureTestKit"]),
    ],
    dependencies: [.package(path: "../FeatureKit")],
    targets: [
        .target(name: "FeatureRig", dependencies: [kit], swiftSettings: strict),
        .target(name: "FeatureTestKit", dependencies: ["FeatureRig", kit], swiftSettings: strict),
        .testTarget(
            name: "FeatureTestKitTests", dependencies: ["FeatureTestKit", "FeatureRig", kit], swiftSettings: strict),
    ]
)
