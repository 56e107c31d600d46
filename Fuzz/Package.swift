// swift-tools-version: 6.2
import PackageDescription

// The harnesses; Tools/fuzz.sh builds them with the fuzzer's counters in everything that they link.
// A package of its own, so that nothing of this gets into the host's build.
let harnesses: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // The host's own package name, because its parts are fuzzed from inside; see its manifest.
    .unsafeFlags(["-package-name", "flagstand", "-parse-as-library"]),
]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")

func host(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "flagstand") } }

func libraries(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Libraries") } }

func harness(_ name: String, of modules: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "\(name)Fuzz", dependencies: ["Harness", kit] + modules, packageAccess: false, swiftSettings: harnesses,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
}

let ble: [Target.Dependency] =
    [.product(name: "BLEContracts", package: "BLE"), .product(name: "BLEParts", package: "BLE")]
    + libraries("BeaconRanging", "BluetoothCaptures", "CircuitBeacons")

let transit: [Target.Dependency] =
    [.product(name: "TransitParts", package: "Transit")] + libraries("Calendars", "GTFS")

let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "flagstand", path: ".."), .package(path: "../Tests"), .package(path: "../Sources/FeatureKit"),
        .package(path: "../Sources/Libraries"), .package(path: "../Plugins/BLE"),
        .package(path: "../Plugins/TrackStatus"), .package(path: "../Plugins/Transit"),
    ],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(name: "Harness", dependencies: ["CFuzzer", kit], packageAccess: false, swiftSettings: harnesses),
        harness("Request", of: host("HTTPServer") + [.product(name: "RequestReading", package: "Tests")]),
        harness("Fields", of: host("HTTPServer")),
        harness("JSON", of: host("JSON")),
        harness("Logic", of: host("FlagEngine", "JSON")),
        harness("Cursor"),
        harness("Clause", of: host("FlagEngine")),
        harness("Layers", of: host("HostConfig", "FlagEngine")),
        harness("Scenario", of: host("HostConfig")),
        harness("Store", of: host("HostStore", "HostSystem")),
        harness("Wire"),
        harness("Token", of: host("HostAccess", "HostConfig", "HostRuntime", "HostSystem")),
        harness("Keys", of: host("HostAccess", "HostSystem")),
        harness("Network", of: host("HostHTTP", "HTTPServer", "HostSystem")),
        harness("PEM", of: host("HTTPServer")),
        harness("Audit", of: host("HostRuntime", "HostSystem", "JSON")),
        harness("Zone", of: libraries("Calendars")),
        harness("Advert", of: ble),
        harness("HCI", of: libraries("BluetoothCaptures")),
        harness("Packet", of: libraries("BluetoothCaptures")),
        harness("Capture", of: ble),
        harness("Events", of: libraries("WebEvents")),
        harness("Session", of: libraries("LiveTiming") + [.product(name: "TrackStatusParts", package: "TrackStatus")]),
        harness("Record"),
        harness("CSV", of: libraries("CSV")),
        harness("Archive", of: libraries("Archives")),
        harness("Feed", of: transit),
        harness("Realtime", of: transit),
        harness("Texts", of: libraries("Texts")),
        harness("Stripe", of: libraries("Crypto", "Payments")),
        harness("Purchase", of: libraries("AppStore", "Crypto")),
    ]
)
