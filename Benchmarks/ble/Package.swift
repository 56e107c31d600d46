// swift-tools-version: 6.2
import PackageDescription

// The feature is compiled here once more, as its unit has it; links point to it. What it reads radios with is its own, so that who
// measures it looks in as its tests do.
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
let rig: Target.Dependency = .product(name: "FeatureRig", package: "FeatureTestKit")

let libraries: [Target.Dependency] = [
    "BeaconRanging", "BluetoothCaptures", "CircuitBeacons", "Crypto", "Files", "MQTT", "Replay",
].map {
    .product(name: $0, package: "Libraries")
}

let package = Package(
    name: "ble",
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"),
    ],
    targets: [
        .target(name: "BLEContracts", dependencies: [kit], swiftSettings: strict),
        .target(
            name: "BLEFeature", dependencies: ["BLEContracts", kit] + libraries,
            swiftSettings: strict + [.unsafeFlags(["-enable-testing"])]),
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        .executableTarget(
            name: "AirBench", dependencies: ["BLEContracts", "BLEFeature", "Measures", kit, rig] + libraries,
            swiftSettings: strict),
    ]
)
