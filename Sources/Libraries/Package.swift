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
let peer: Target.Dependency = .product(name: "PythonPeer", package: "WebClient")
let server: Target.Dependency = .product(name: "RudeServer", package: "WebClient")

/// A library with tests, each in a folder of its name.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [kit], tests: [Target.Dependency] = [],
    testResources: [Resource] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: strict),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "LibraryTestSupport", kit] + dependencies + tests,
            resources: testResources, swiftSettings: strict),
    ]
}

// What modules share. Static: a library is a part of each module that links it, and no value of it crosses the bus.
let libraries = [
    library("AppPush", ["Crypto", "Delivery", "Files", "OpenSSLKeys", kit, web, json], tests: [peer]),
    library("AppStore", ["Crypto", "Money", "OpenSSLKeys", kit, json], tests: [peer]),
    library("Archives", ["CZip"]),
    library("BeaconRanging", ["BluetoothCaptures", kit]),
    library("Baskets", [kit, "Money"]),
    library("BluetoothCaptures", []),
    library("Bookkeeping"),
    library("Breakers", []),
    library("CSV", []),
    library("Calendars"),
    library("CircuitBeacons", ["BluetoothCaptures", "Crypto", kit]),
    library("Codes", []),
    library("Columns", []),
    library("Crypto", ["CSodium"]),
    library("Days", []),
    library("Delivery", [web]),
    library("Files"),
    library("Footways", ["Columns", "Geography", "Ways", kit]),
    library("GPX", ["CExpat", kit]),
    library("GTFS", ["Archives", "CSV", "Calendars", "Files", "Protobuf", kit]),
    library("Geography"),
    library("Learning"),
    library("LiveTiming", [kit, json, "Replay"]),
    library("MP3", ["CLame"], tests: ["Speech"]),
    library("MQTT", ["CMosquitto", kit]),
    library("Mail", ["Crypto", "Delivery", "Files", kit, web], tests: [peer, json]),
    library("Media", ["CZlib", kit]),
    library("Money"),
    library("OpenSSLKeys", ["CLibCrypto", "Crypto"], tests: [peer, json]),
    library("Pages", ["CPango", "Crypto", kit]),
    library("Payments", ["Crypto", kit, web, json], tests: [peer, server]),
    library("Pickup"),
    library("Protobuf", []),
    library("Publishing", []),
    library("QRCodes", ["CQREncode", "Media"]),
    library("Receipts", ["Baskets", "Calendars", "Money", "Pages", "QRCodes", kit], tests: ["Media"]),
    library("Replay"),
    library("Rostering", ["CSV", "Calendars", kit]),
    library("SearchIndex", ["Geography", "TextSearch", kit]),
    library("Seating", ["TextSearch", kit]),
    library("Sheets", ["CSV", "Money", kit]),
    library("Speech", ["CSpawn", "Crypto", kit]),
    library("TextSearch"),
    library("Texts", testResources: ["es", "en", "ca"].map { .embedInCode("Texts/\($0).txt") }),
    library("TourFiles"),
    library("WebEvents", [kit, web], tests: [testKit, server]),
    library("WebPush", ["Crypto", "Delivery", "OpenSSLKeys", kit, web], tests: [peer, json]),
    library("Ways", ["Columns"]),
    library("Webhooks", ["Crypto", "Delivery", kit, web], tests: [server]),
]

let package = Package(
    name: "Libraries",
    products: libraries.map { .library(name: $0[0].name, type: .static, targets: [$0[0].name]) } + [
        // Seeded random numbers, for the tests of libraries and modules.
        .library(name: "LibraryTestSupport", type: .static, targets: ["LibraryTestSupport"])
    ],
    dependencies: [
        .package(path: "../FeatureKit"), .package(path: "../FeatureTestKit"), .package(path: "../WebClient"),
    ],
    targets: libraries.flatMap(\.self) + [
        .target(name: "LibraryTestSupport", swiftSettings: strict),
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CLame", providers: [.apt(["libmp3lame-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    ]
)
