// swift-tools-version: 6.2
import PackageDescription

// Workers are compiled here once more, as the host's release has them; links point to them. What they offer, they offer
// within their package alone, so that who measures them has to be in one with them.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release)),
]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")

let package = Package(
    name: "worker",
    products: [.library(name: "WiredFeature", type: .dynamic, targets: ["WiredFeature"])],
    dependencies: [.package(path: "../../Sources/FeatureKit")],
    targets: [
        .systemLibrary(name: "CLinux"),
        .target(name: "CWorker"),
        .target(name: "HostSystem", dependencies: ["CLinux", kit], swiftSettings: strict),
        .target(name: "HostWorker", dependencies: ["HostSystem", "CWorker", "CLinux", kit], swiftSettings: strict),
        .executableTarget(name: "flagstand-worker", dependencies: ["HostWorker"], swiftSettings: strict),
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        // What runs both ways.
        .target(name: "WiredFeature", dependencies: [kit], swiftSettings: strict),
        .executableTarget(
            name: "WorkerBench", dependencies: ["HostWorker", "HostSystem", "Measures", kit], swiftSettings: strict),
    ]
)
