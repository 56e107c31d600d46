// swift-tools-version: 6.2
import PackageDescription

// The features that are built with the host: one folder under Plugins/, one package each.
// A test compares this list with the folder.
let features = [
    "Accounts", "BLE", "Bars", "Groups", "Notifications", "Rider", "Shop", "Tours", "TrackStatus", "Transit",
]

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    // One package to the compiler together with the tests and benchmarks, which are packages of their own so that a build
    // for users neither plans nor compiles them; each target says `packageAccess: false`, or SwiftPM's name would count.
    .unsafeFlags(["-package-name", "flagstand"]),
    // What a release leaves out: the check of each access to an object's property for an overlapping one, which debug
    // builds and their tests make.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]
// For modules whose code the hot paths of other modules specialize and inline. It nearly doubles the time that HostConfig takes to
// compile, so modules that only prepare changes do without.
let hot = strict + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
// What plays the host for one feature; only what proves features links it.
let rig: Target.Dependency = .product(name: "FeatureRig", package: "FeatureTestKit")

// The host's parts, for its tests and benchmarks.
let parts = [
    "HostSystem", "HTTPServer", "JSON", "FlagEngine", "HostConfig", "HostStore", "HostAccess", "HostWorker",
    "HostRuntime", "HostProof", "FeatureProof", "FeatureScaffold", "HostHTTP", "BuiltInFeatures", "CLinux", "CSQLite",
    "COpenSSL", "CEd25519", "CYAML",
]

// What asks the web, which features use as well.
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")

let package = Package(
    name: "flagstand",
    products: [
        .executable(name: "flagstand", targets: ["flagstand"]),
        .executable(name: "flagstand-test", targets: ["flagstand-test"]),
        .executable(name: "flagstand-worker", targets: ["flagstand-worker"]),
    ]
        + parts.map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(path: "Sources/FeatureKit"), .package(path: "Sources/FeatureTestKit"),
        .package(path: "Sources/WebClient"),
    ]
        + features.map { .package(path: "Plugins/\($0)") },
    targets: [
        .systemLibrary(
            name: "CYAML", path: "Sources/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        // Of the kit these two take the lock and the signal alone; of features they know nothing.
        .target(name: "HostSystem", dependencies: ["CLinux", kit], packageAccess: false, swiftSettings: hot),
        .target(
            name: "HTTPServer", dependencies: ["HostSystem", "CLinux", "COpenSSL", kit], packageAccess: false,
            swiftSettings: hot),
        .target(name: "JSON", dependencies: [kit], packageAccess: false, swiftSettings: hot),
        .systemLibrary(
            name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CEd25519", path: "Sources/CEd25519", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        // RE2 speaks C++ alone; this puts the few calls that rules need into C.
        .target(name: "CRE2", path: "Sources/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], packageAccess: false, swiftSettings: hot),
        .target(
            name: "HostConfig", dependencies: ["FlagEngine", "JSON", "CYAML", "CLinux", "HostSystem", web, kit],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "HostStore", dependencies: ["JSON", "HostSystem", "CSQLite", kit], packageAccess: false,
            swiftSettings: hot),
        // Who has signed in: tokens, the keys that they are signed with, what they say of a caller.
        .target(
            name: "HostAccess",
            dependencies: ["HostConfig", "JSON", "HostSystem", "COpenSSL", "CEd25519", web, kit],
            packageAccess: false, swiftSettings: hot),
        // Features in processes of their own: the processes, their wires, what becomes of them.
        .target(
            name: "HostWorker", dependencies: ["HostSystem", "CWorker", "CLinux", kit], packageAccess: false,
            swiftSettings: hot),
        // What a crashing process may still do has to be C.
        .target(name: "CWorker", path: "Sources/CWorker"),
        .target(
            name: "HostRuntime",
            dependencies: [
                "FlagEngine", "HostConfig", "HostStore", "HostWorker", "HostSystem", "JSON", "CLinux", web, kit,
            ],
            packageAccess: false, swiftSettings: hot),
        // What asks for a proof of a feature, and tells of it: the children that try it, the reports.
        .target(
            name: "HostProof", dependencies: ["HostConfig", "HostSystem", "JSON", "CLinux", kit], packageAccess: false,
            swiftSettings: strict),
        // What tries it, in a process of its own.
        .target(
            name: "FeatureProof",
            dependencies: [
                "HostProof", "HostRuntime", "HostConfig", "HostWorker", "FlagEngine", "HostSystem", "JSON", kit, rig,
            ],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "FeatureScaffold", dependencies: ["HostSystem", kit], packageAccess: false, swiftSettings: strict),
        .target(
            name: "HostHTTP",
            dependencies: [
                "FlagEngine", "HostRuntime", "HostAccess", "HostConfig", "HostStore", "HostWorker", "HostProof",
                "HTTPServer", "HostSystem", "JSON", kit,
            ],
            packageAccess: false, swiftSettings: hot),
        .executableTarget(
            name: "flagstand",
            dependencies: [
                "HostHTTP", "HostRuntime", "HostConfig", "HostStore", "HostProof", "FeatureScaffold", "FlagEngine",
                "HostSystem", "JSON", "CLinux", kit,
            ],
            packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "flagstand-test",
            dependencies: ["FeatureProof", "HostProof", "HostRuntime", "HostConfig", "HostSystem", kit],
            packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "flagstand-worker", dependencies: ["HostWorker"], packageAccess: false, swiftSettings: strict),
        // The features' products stand here so that a plain `swift build` makes every library.
        .target(
            name: "BuiltInFeatures", dependencies: features.map { .product(name: "\($0)Feature", package: $0) },
            packageAccess: false, swiftSettings: strict),
    ]
)
