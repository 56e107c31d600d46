// swift-tools-version: 6.2
import PackageDescription

// The engine is compiled here once more, as the host's release has it; links point to it. What it offers, it offers
// within its package alone, so that who measures it has to be in one with it.
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
    name: "flags",
    dependencies: [.package(path: "../../Sources/FeatureKit")],
    targets: [
        .target(name: "JSON", dependencies: [kit], swiftSettings: strict),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], swiftSettings: strict),
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        // Counts what the process allocates.
        .target(name: "CCount"),
        .executableTarget(
            name: "FlagBench", dependencies: ["FlagEngine", "JSON", "Measures", "CCount", kit], swiftSettings: strict),
    ]
)
