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
    products: [.library(name: "FeatureTestKit", type: .dynamic, targets: ["FeatureTestKit"])],
    dependencies: [.package(path: "../FeatureKit")],
    targets: [
        .target(name: "FeatureTestKit", dependencies: [kit], swiftSettings: strict),
        .testTarget(name: "FeatureTestKitTests", dependencies: ["FeatureTestKit", kit], swiftSettings: strict),
    ]
)
