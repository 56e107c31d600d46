// swift-tools-version: 6.2
import PackageDescription

// The sources under test are compiled here once more, with the fuzzer's counters in them; links point to them.
// A package of its own, so that nothing of this gets into the host's build.
let fuzzed: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")
let json: Target.Dependency = .product(name: "WebJSON", package: "WebClient")

let radio: [Target.Dependency] = ["BluetoothCaptures", "CircuitBeacons", kit]

func harness(_ name: String, of modules: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "\(name)Fuzz", dependencies: ["Harness"] + modules, swiftSettings: fuzzed,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
}

let package = Package(
    name: "fuzz",
    dependencies: [.package(path: "../Sources/FeatureKit"), .package(path: "../Sources/WebClient")],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(name: "Harness", dependencies: ["CFuzzer", kit], swiftSettings: fuzzed),
        .target(name: "HTTPServer", swiftSettings: fuzzed),
        .target(name: "JSON", dependencies: [kit], swiftSettings: fuzzed),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], swiftSettings: fuzzed),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
        .systemLibrary(name: "CLinux"),
        .target(name: "HostSystem", dependencies: ["CLinux", kit], swiftSettings: fuzzed),
        .target(
            name: "HostConfig", dependencies: ["FlagEngine", "JSON", "CYAML", "CLinux", "HostSystem", web, kit],
            swiftSettings: fuzzed),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .target(name: "HostStore", dependencies: ["JSON", "HostSystem", "CSQLite", kit], swiftSettings: fuzzed),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
        .systemLibrary(name: "CEd25519", pkgConfig: "libsodium"),
        .target(
            name: "HostAccess", dependencies: ["HostConfig", "JSON", "HostSystem", "COpenSSL", "CEd25519", web, kit],
            swiftSettings: fuzzed),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
        .target(name: "Crypto", dependencies: ["CSodium"], swiftSettings: fuzzed),
        .target(
            name: "BluetoothCaptures", swiftSettings: fuzzed + [.unsafeFlags(["-enable-testing"])]),
        .target(name: "BeaconRanging", dependencies: ["BluetoothCaptures", kit], swiftSettings: fuzzed),
        .target(name: "CircuitBeacons", dependencies: ["BluetoothCaptures", "Crypto", kit], swiftSettings: fuzzed),
        .target(name: "Files", dependencies: [kit], swiftSettings: fuzzed),
        .target(name: "Replay", dependencies: [kit], swiftSettings: fuzzed),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto"),
        .target(name: "MQTT", dependencies: ["CMosquitto", kit], swiftSettings: fuzzed),
        .target(name: "BLEContracts", dependencies: [kit], swiftSettings: fuzzed),
        .target(
            name: "BLEFeature",
            dependencies: [
                "BLEContracts", "BeaconRanging", "BluetoothCaptures", "CircuitBeacons", "Crypto", "Files", "MQTT",
                "Replay", kit,
            ],
            swiftSettings: fuzzed + [.unsafeFlags(["-enable-testing"])]),
        .target(
            name: "Calendars", dependencies: [kit], swiftSettings: fuzzed + [.unsafeFlags(["-enable-testing"])]),
        .target(name: "CSV", swiftSettings: fuzzed),
        .target(name: "Codes", swiftSettings: fuzzed),
        .target(name: "Geography", dependencies: [kit], swiftSettings: fuzzed),
        .target(name: "LiveTiming", dependencies: ["Replay", json, kit], swiftSettings: fuzzed),
        .target(name: "Publishing", swiftSettings: fuzzed),
        .target(name: "Texts", dependencies: [kit], swiftSettings: fuzzed + [.unsafeFlags(["-enable-testing"])]),
        .target(name: "WebEvents", dependencies: [web, kit], swiftSettings: fuzzed),
        .target(
            name: "TrackStatusFeature",
            dependencies: [
                "BLEContracts", "Codes", "Files", "Geography", "LiveTiming", "Publishing", "Replay", "Texts",
                "WebEvents", web,
                json,
                kit,
            ], resources: ["es", "en", "ca"].map { .embedInCode("Effects/Texts/\($0).txt") },
            swiftSettings: fuzzed + [.unsafeFlags(["-enable-testing"])]),
        harness("Request", of: ["HTTPServer"]),
        harness("Fields", of: ["HTTPServer"]),
        harness("JSON", of: ["JSON", kit]),
        harness("Logic", of: ["FlagEngine", "JSON", kit]),
        harness("Cursor", of: [kit]),
        harness("Clause", of: ["FlagEngine", kit]),
        harness("Layers", of: ["HostConfig", "FlagEngine", kit]),
        harness("Scenario", of: ["HostConfig", kit]),
        harness("Store", of: ["HostStore", "HostSystem", kit]),
        harness("Wire", of: [kit]),
        harness("Token", of: ["HostAccess", "HostConfig", "HostSystem", kit]),
        harness("Keys", of: ["HostAccess", "HostSystem"]),
        harness("Network", of: ["HTTPServer", "HostSystem"]),
        harness("PEM", of: ["COpenSSL", kit]),
        harness("Audit", of: ["HostSystem", "JSON", kit]),
        harness("Zone", of: ["Calendars", kit]),
        harness("Advert", of: radio + ["BLEContracts", "BLEFeature", "BeaconRanging"]),
        harness("HCI", of: ["BluetoothCaptures", kit]),
        harness("Packet", of: ["BluetoothCaptures", kit]),
        harness("Capture", of: radio + ["BLEContracts", "BLEFeature", "BeaconRanging"]),
        harness("Events", of: ["WebEvents", kit]),
        harness("Session", of: ["LiveTiming", "TrackStatusFeature", kit]),
        harness("Record", of: [kit]),
        harness("CSV", of: ["CSV"]),
        harness("Texts", of: ["Texts"]),
    ]
)
