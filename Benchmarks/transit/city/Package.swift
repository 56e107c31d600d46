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
    name: "TransitBench",
    dependencies: [.package(path: "../../../Plugins/Transit")],
    targets: [
        // Counts what is allocated.
        .target(name: "CCount"),
        .executableTarget(
            name: "transit-bench",
            dependencies: ["CCount", .product(name: "TransitEngine", package: "Transit")], swiftSettings: strict),
    ]
)
