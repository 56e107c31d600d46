// swift-tools-version: 6.2
import PackageDescription

// The features that are built with the host: one folder under Plugins/, one package each.
// A test compares this list with the folder.
let features = ["Accounts", "BLE", "Bars", "TrackStatus"]

// Features for tests alone, by their packages.
let fixtures: [(package: String, features: [String])] = [
    // Two that keep something.
    ("Pantry", ["Pantry", "Larder"]),
    // One in three versions, to be replaced while it runs.
    ("Courier", ["Courier", "CourierNext", "CourierBroken"]),
    // One that crashes, hangs and prints when it is told to.
    ("Rogue", ["Rogue"]),
    // One that does so in a process of its own, and one that it listens to.
    ("Brittle", ["Brittle", "Mood"]),
    // One that breaks the rules of all features, one at a time.
    ("Faulty", ["Faulty"]),
    // One that does whatever harm a feature can do, and four that have to stay well beside it.
    ("Chaos", ["Chaos", "SteadyNorth", "SteadyEast", "SteadySouth", "SteadyWest"]),
]

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    // What a release leaves out: the check of each access to an object's property for an overlapping one, which debug
    // builds and their tests make. What it may look into: generic code of the other modules.
    .unsafeFlags(
        ["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release)),
]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
let testKit: Target.Dependency = .product(name: "FeatureTestKit", package: "FeatureTestKit")
// What plays the host for one feature; only what proves features links it.
let rig: Target.Dependency = .product(name: "FeatureRig", package: "FeatureTestKit")

// What asks the web, which features use as well.
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")

let package = Package(
    name: "flagstand",
    products: [
        .executable(name: "flagstand", targets: ["flagstand"]),
        .executable(name: "flagstand-test", targets: ["flagstand-test"]),
        .executable(name: "flagstand-worker", targets: ["flagstand-worker"]),
    ],
    dependencies: [
        .package(path: "Sources/FeatureKit"), .package(path: "Sources/FeatureTestKit"),
        .package(path: "Sources/WebClient"),
    ]
        + features.map { .package(path: "Plugins/\($0)") }
        + fixtures.map { .package(path: "Tests/HostTests/Fixtures/\($0.package)") },
    targets: [
        .systemLibrary(
            name: "CYAML", path: "Sources/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        // Of the kit these two take the lock and the signal alone; of features they know nothing.
        .target(name: "HostSystem", dependencies: ["CLinux", kit], swiftSettings: strict),
        .target(
            name: "HTTPServer", dependencies: ["HostSystem", "CLinux", "COpenSSL", kit], swiftSettings: strict),
        .target(name: "JSON", dependencies: [kit], swiftSettings: strict),
        .systemLibrary(
            name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CEd25519", path: "Sources/CEd25519", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        // RE2 speaks C++ alone; this puts the few calls that rules need into C.
        .target(name: "CRE2", path: "Sources/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], swiftSettings: strict),
        .target(
            name: "HostConfig", dependencies: ["FlagEngine", "JSON", "CYAML", "CLinux", "HostSystem", web, kit],
            swiftSettings: strict),
        .target(name: "HostStore", dependencies: ["JSON", "HostSystem", "CSQLite", kit], swiftSettings: strict),
        // Who has signed in: tokens, the keys that they are signed with, what they say of a caller.
        .target(
            name: "HostAccess",
            dependencies: ["HostConfig", "JSON", "HostSystem", "COpenSSL", "CEd25519", web, kit],
            swiftSettings: strict),
        // Features in processes of their own: the processes, their wires, what becomes of them.
        .target(name: "HostWorker", dependencies: ["HostSystem", "CWorker", "CLinux", kit], swiftSettings: strict),
        // What a crashing process may still do has to be C.
        .target(name: "CWorker", path: "Sources/CWorker"),
        .target(
            name: "HostRuntime",
            dependencies: [
                "FlagEngine", "HostConfig", "HostStore", "HostWorker", "HostSystem", "JSON", "CLinux", web, kit,
            ],
            swiftSettings: strict),
        // What asks for a proof of a feature, and tells of it: the children that try it, the reports.
        .target(
            name: "HostProof", dependencies: ["HostConfig", "HostSystem", "JSON", "CLinux", kit], swiftSettings: strict),
        // What tries it, in a process of its own.
        .target(
            name: "FeatureProof",
            dependencies: [
                "HostProof", "HostRuntime", "HostConfig", "HostWorker", "FlagEngine", "HostSystem", "JSON", kit, rig,
            ],
            swiftSettings: strict),
        .target(name: "FeatureScaffold", dependencies: ["HostSystem", kit], swiftSettings: strict),
        .target(
            name: "HostHTTP",
            dependencies: [
                "FlagEngine", "HostRuntime", "HostAccess", "HostConfig", "HostStore", "HostWorker", "HostProof",
                "HTTPServer", "HostSystem", "JSON", kit,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "flagstand",
            dependencies: [
                "HostHTTP", "HostRuntime", "HostConfig", "HostStore", "HostProof", "FeatureScaffold", "FlagEngine",
                "HostSystem", "JSON", "CLinux", kit,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "flagstand-test",
            dependencies: ["FeatureProof", "HostProof", "HostRuntime", "HostConfig", "HostSystem", kit],
            swiftSettings: strict),
        .executableTarget(name: "flagstand-worker", dependencies: ["HostWorker"], swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["HostSystem"], path: "Tests/TestSupport",
            swiftSettings: strict),
        // Key pairs for tests, and the tokens that they sign.
        .target(
            name: "TestKeys", dependencies: ["HostSystem", "COpenSSL"], path: "Tests/TestKeys", swiftSettings: strict),
        // Stands in the place of the C library's calls on files, in test processes alone.
        .target(name: "ForgetfulFiles", path: "Tests/ForgetfulFiles"),
        // Certificates for tests, and clients by TLS that may do what none should.
        .target(name: "CTLSProbe", dependencies: ["COpenSSL"], path: "Tests/CTLSProbe"),
        .testTarget(
            name: "HostSystemTests", dependencies: ["TestSupport", "HostSystem", kit], swiftSettings: strict),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["TestSupport", "HTTPServer", "HostSystem", "CLinux", "COpenSSL", "CTLSProbe", kit],
            swiftSettings: strict),
        .testTarget(name: "JSONTests", dependencies: ["TestSupport", "JSON", kit], swiftSettings: strict),
        .testTarget(
            name: "FlagEngineTests", dependencies: ["TestSupport", "FlagEngine", "JSON", kit], swiftSettings: strict),
        .testTarget(
            name: "HostConfigTests",
            dependencies: ["TestSupport", "HostConfig", "FlagEngine", "HTTPServer", "JSON", "HostSystem", web, kit],
            swiftSettings: strict),
        .testTarget(
            name: "HostStoreTests",
            dependencies: [
                "TestSupport", "ForgetfulFiles", "HostStore", "JSON", "HostSystem", "CSQLite", kit, testKit,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HostProofTests",
            dependencies: ["TestSupport", "HostProof", "HostConfig", "HostSystem", "JSON", kit],
            swiftSettings: strict),
        .testTarget(
            name: "FeatureProofTests",
            dependencies: [
                "TestSupport", "FeatureProof", "HostProof", "HostRuntime", "HostConfig", "FlagEngine", "HostSystem",
                "JSON", kit, rig,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FeatureScaffoldTests", dependencies: ["TestSupport", "FeatureScaffold", "HostSystem", kit],
            swiftSettings: strict),
        .testTarget(
            name: "HostAccessTests",
            dependencies: [
                "TestSupport", "TestKeys", "HostAccess", "HostConfig", "HostSystem", "JSON", "COpenSSL", kit,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HostWorkerTests",
            dependencies: ["TestSupport", "HostWorker", "HostSystem", "flagstand-worker", kit],
            swiftSettings: strict),
        .testTarget(
            name: "HostRuntimeTests",
            dependencies: [
                "TestSupport", "HostRuntime", "HostWorker", "FlagEngine", "HostConfig", "HostStore", "HostSystem",
                "JSON", kit,
                testKit,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HostHTTPTests",
            dependencies: [
                "TestSupport", "HostHTTP", "HostRuntime", "HostAccess", "FlagEngine", "HostConfig", "HostStore",
                "HostWorker",
                "HTTPServer",
                "HostSystem",
                "CTLSProbe",
                "JSON",
                kit, testKit,
            ],
            swiftSettings: strict),
        // The features' products stand here so that a plain `swift build` makes every library.
        .testTarget(
            name: "HostTests",
            dependencies: [
                "TestSupport", "TestKeys", "flagstand", "flagstand-test", "flagstand-worker", "HostRuntime",
                "HostConfig",
                "HostWorker",
                "HostSystem", "JSON", kit,
                rig,
            ]
                + features.map { .product(name: "\($0)Feature", package: $0) }
                + fixtures.flatMap { fixture in
                    fixture.features.map { .product(name: "\($0)Feature", package: fixture.package) }
                },
            exclude: ["Fixtures"],
            swiftSettings: strict),
    ]
)
