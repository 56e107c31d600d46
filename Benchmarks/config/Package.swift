// swift-tools-version: 6.2
import PackageDescription

// What reads documents is compiled here once more, as the host's release has it; links point to it. What it offers, it
// offers within its package alone, so that who measures it has to be in one with it.
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

/// A plan is made by the host's own parts alone, and is to be measured all the same.
let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")

let package = Package(
    name: "config",
    dependencies: [.package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/WebClient")],
    targets: [
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .target(name: "CWorker"),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "JSON", dependencies: [kit], swiftSettings: strict),
        .target(name: "HostSystem", dependencies: ["CLinux", kit], swiftSettings: strict),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], swiftSettings: strict),
        .target(
            name: "HostConfig", dependencies: ["FlagEngine", "JSON", "CYAML", "CLinux", "HostSystem", web, kit],
            swiftSettings: strict),
        .target(name: "HostStore", dependencies: ["JSON", "HostSystem", "CSQLite", kit], swiftSettings: strict),
        .target(name: "HostWorker", dependencies: ["HostSystem", "CWorker", "CLinux", kit], swiftSettings: strict),
        .target(
            name: "HostRuntime",
            dependencies: [
                "FlagEngine", "HostConfig", "HostStore", "HostWorker", "HostSystem", "JSON", "CLinux", web, kit,
            ],
            swiftSettings: strict + testable),
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["HostSystem"], swiftSettings: strict),
        .executableTarget(
            name: "ConfigBench",
            dependencies: [
                "HostRuntime", "HostConfig", "FlagEngine", "HostSystem", "CYAML", "JSON", "Measures", "TestSupport",
                kit,
            ],
            swiftSettings: strict),
    ]
)
