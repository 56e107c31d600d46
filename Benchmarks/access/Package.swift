// swift-tools-version: 6.2
import PackageDescription

// What checks tokens is compiled here once more, as the host's release has it; links point to it. What it offers, it offers
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
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")

let package = Package(
    name: "access",
    dependencies: [.package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/WebClient")],
    targets: [
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
        .systemLibrary(name: "CEd25519", pkgConfig: "libsodium"),
        .systemLibrary(name: "CLinux"),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "JSON", dependencies: [kit], swiftSettings: strict),
        .target(name: "HostSystem", dependencies: ["CLinux", kit], swiftSettings: strict),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], swiftSettings: strict),
        .target(
            name: "HostConfig", dependencies: ["FlagEngine", "JSON", "CYAML", "CLinux", "HostSystem", web, kit],
            swiftSettings: strict),
        .target(
            name: "HostAccess", dependencies: ["HostConfig", "JSON", "HostSystem", "COpenSSL", "CEd25519", web, kit],
            swiftSettings: strict),
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        .executableTarget(
            name: "AccessBench",
            dependencies: ["HostAccess", "HostConfig", "HostSystem", "COpenSSL", "JSON", "Measures", kit],
            swiftSettings: strict),
    ]
)
