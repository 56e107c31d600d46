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
let libraries: [Target.Dependency] = [
    "BeaconRanging", "BluetoothCaptures", "CircuitBeacons", "Crypto", "Files", "MQTT", "Replay",
].map {
    .product(name: $0, package: "Libraries")
}

// Who brings staff news of beacons.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")

let package = Package(
    name: "BLE",
    products: [
        .library(name: "BLEFeature", type: .dynamic, targets: ["BLEFeature"]),
        // The same, for the benchmark and the fuzzers that look into it.
        .library(name: "BLEParts", type: .static, targets: ["BLEFeature"]),
        // What modules that read ble link.
        .library(name: "BLEContracts", type: .static, targets: ["BLEContracts"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../Notifications"),
    ],
    targets: [
        .target(name: "BLEContracts", dependencies: [kit], swiftSettings: strict),
        .target(
            name: "BLEFeature", dependencies: ["BLEContracts", kit, notifications] + libraries, swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "BLEFeatureTests",
            dependencies: [
                "BLEContracts", "BLEFeature", kit, notifications, testKit,
                .product(name: "LibraryTestSupport", package: "Libraries"),
            ] + libraries,
            swiftSettings: strict),
    ]
)
