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
// What asks the network, and reads what it says.
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")
let json: Target.Dependency = .product(name: "WebJSON", package: "WebClient")
// What beacons say.
let ble: Target.Dependency = .product(name: "BLEContracts", package: "BLE")
let libraries: [Target.Dependency] = [
    "Codes", "Files", "Geography", "LiveTiming", "Publishing", "Replay", "Texts", "WebEvents",
].map { .product(name: $0, package: "Libraries") }
let random: Target.Dependency = .product(name: "LibraryTestSupport", package: "Libraries")
let rude: Target.Dependency = .product(name: "RudeServer", package: "WebClient")

let package = Package(
    name: "TrackStatus",
    products: [
        .library(name: "TrackStatusFeature", type: .dynamic, targets: ["TrackStatusFeature"]),
        // The same, for the fuzzer that looks into it.
        .library(name: "TrackStatusParts", type: .static, targets: ["TrackStatusFeature"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/WebClient"), .package(path: "../../Sources/Libraries"), .package(path: "../BLE"),
    ],
    targets: [
        .target(
            name: "TrackStatusFeature", dependencies: [kit, web, json, ble] + libraries,
            resources: ["es", "en", "ca"].map { .embedInCode("Effects/Texts/\($0).txt") }, swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "TrackStatusFeatureTests",
            dependencies: ["TrackStatusFeature", kit, testKit, web, rude, ble, random] + libraries,
            swiftSettings: strict),
    ]
)
