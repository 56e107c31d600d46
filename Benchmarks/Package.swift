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
// The host's own package name, because its parts are measured from inside, and its flags of a release; see its manifest.
let inside =
    strict + [
        .unsafeFlags(["-package-name", "flagstand"]),
        .unsafeFlags(["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release)),
    ]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")

func host(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "flagstand") } }

func libraries(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Libraries") } }

/// A feature that a benchmark loads into the host.
func feature(_ name: String) -> Target {
    .target(
        name: name, dependencies: [kit], swiftSettings: strict,
        plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
}

let features = ["FanoutFeature", "EchoFeature", "CircuitFeature", "WiredFeature"]

let package = Package(
    name: "Benchmarks",
    products: features.map { .library(name: $0, type: .dynamic, targets: [$0]) },
    dependencies: [
        .package(name: "flagstand", path: ".."), .package(path: "../Tests"),
        .package(path: "../Sources/FeatureKit"), .package(path: "../Sources/FeatureTestKit"),
        .package(path: "../Sources/Libraries"), .package(path: "../Plugins/BLE"), .package(path: "../Plugins/Bars"),
        .package(path: "../Plugins/Transit"), .package(path: "../Sources/WebClient"),
    ],
    targets: features.map(feature) + [
        // What is measured and what it means, and the command line of the programs below.
        .target(name: "Measures", dependencies: [kit], packageAccess: false, swiftSettings: inside),
        // Counts what a thread allocates.
        .target(name: "CCount"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Measures", "CCount", kit, .product(name: "TestSupport", package: "Tests"),
            ]
                + host(
                    "HostAccess", "HostConfig", "HostHTTP", "HostRuntime", "HostStore", "HostSystem", "HostWorker",
                    "FlagEngine", "JSON", "COpenSSL", "CSQLite", "CYAML", "flagstand-worker")
                + libraries("BeaconRanging", "BluetoothCaptures", "Calendars", "Geography", "Rostering"),
            packageAccess: false, swiftSettings: inside),
        // These look into a module as its tests do, and so are built with `-enable-testing`, in a scratch folder of their own.
        // Programs of their own, because each feature's library has the same entry.
        .executableTarget(
            name: "ble-bench",
            dependencies: [
                "Measures", kit, .product(name: "FeatureRig", package: "FeatureTestKit"),
                .product(name: "BLEContracts", package: "BLE"), .product(name: "BLEParts", package: "BLE"),
            ] + libraries("BeaconRanging", "BluetoothCaptures", "CircuitBeacons", "Files", "Replay"),
            packageAccess: false, swiftSettings: inside),
        .executableTarget(
            name: "bars-bench",
            dependencies: ["Measures", kit, .product(name: "BarsParts", package: "Bars")] + libraries("Seating"),
            packageAccess: false, swiftSettings: inside),
        .executableTarget(
            name: "transit-bench",
            dependencies: [
                "CCount", kit, .product(name: "TransitEngine", package: "Transit"),
                .product(name: "TransitParts", package: "Transit"), .product(name: "WebJSON", package: "WebClient"),
            ] + libraries("Calendars", "Days", "Files", "GTFS"),
            packageAccess: false, swiftSettings: strict),
        .testTarget(
            name: "MeasuresTests", dependencies: ["Measures", kit], packageAccess: false, swiftSettings: inside),
    ]
)
