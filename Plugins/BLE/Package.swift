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

let package = Package(
    name: "BLE",
    products: [
        .library(name: "BLEFeature", type: .dynamic, targets: ["BLEFeature"]),
        // What modules that read ble link.
        .library(name: "BLEContracts", type: .static, targets: ["BLEContracts"]),
    ],
    dependencies: [.package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit")],
    targets: [
        .target(name: "BLEContracts", dependencies: [kit], swiftSettings: strict),
        .systemLibrary(name: "CSodiumBLE", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "BLEFeature", dependencies: [kit, "CSodiumBLE"], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "BLEFeatureTests", dependencies: ["BLEFeature", "CSodiumBLE", kit, testKit], swiftSettings: strict),
    ]
)
