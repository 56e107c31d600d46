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
let testKit: Target.Dependency = .product(name: "FeatureTestKit", package: "FeatureTestKit")
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")
let json: Target.Dependency = .product(name: "WebJSON", package: "WebClient")
let server: Target.Dependency = .product(name: "RudeServer", package: "WebClient")

/// A library with tests, each in a folder of its name.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [kit], tests: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: strict),
        .testTarget(
            name: "\(name)Tests", dependencies: [.target(name: name), kit] + tests, swiftSettings: strict),
    ]
}

// What modules share. Static: a library is a part of each module that links it, and no value of it crosses the bus.
let libraries = [
    library("Codes", []),
    library("Crypto", ["CSodium"]),
    library("Geography"),
    library("LiveTiming", [kit, json, "Replay"], tests: [json]),
    library("Publishing", []),
    library("Replay"),
    library("WebEvents", [kit, web], tests: [testKit, server]),
]

let package = Package(
    name: "Libraries",
    products: libraries.map { .library(name: $0[0].name, type: .static, targets: [$0[0].name]) },
    dependencies: [
        .package(path: "../FeatureKit"), .package(path: "../FeatureTestKit"), .package(path: "../WebClient"),
    ],
    targets: libraries.flatMap(\.self) + [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])])
    ]
)
