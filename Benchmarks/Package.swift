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

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(path: "../Sources/FeatureKit")],
    targets: [
        // Ours for the fan-out rows; a process of its own, as the peer is one.
        .executableTarget(
            name: "fanout", dependencies: [.product(name: "FeatureKit", package: "FeatureKit")],
            swiftSettings: strict),
    ]
)
