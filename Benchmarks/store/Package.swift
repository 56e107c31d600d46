// swift-tools-version: 6.2
import PackageDescription

// The store is compiled here once more, as the host's release has it; links point to it. What it offers, it offers within
// its package alone, so that who measures it has to be in one with it.
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
    name: "store",
    dependencies: [.package(path: "../../Sources/FeatureKit")],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .target(name: "JSON", dependencies: [kit], swiftSettings: strict),
        .target(name: "HostSystem", dependencies: ["CLinux", kit], swiftSettings: strict),
        .target(name: "HostStore", dependencies: ["JSON", "HostSystem", "CSQLite", kit], swiftSettings: strict),
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["HostSystem"], swiftSettings: strict),
        .executableTarget(
            name: "StoreBench",
            dependencies: ["HostStore", "HostSystem", "CSQLite", "JSON", "Measures", "TestSupport", kit],
            swiftSettings: strict),
    ]
)
