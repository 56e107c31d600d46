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
    // For the compiler, tests and benchmarks belong to the same package, and so can use `package` declarations. They
    // are SwiftPM packages of their own, so that a build for users neither plans nor compiles them. Each target has
    // `packageAccess: false`, since SwiftPM would pass another package name otherwise.
    .unsafeFlags(["-package-name", "flagstand"]),
    // A release leaves out the run-time check for overlapping accesses to an object's property; debug builds and
    // their tests have it.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]
// For targets whose code is specialized and inlined into the hot paths of other targets. It nearly doubles the time
// that HostConfig takes to compile, so targets that only prepare changes do without.
let hot = strict + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
// Stands in for the host of one module; linked only by what tests modules.
let rig: Target.Dependency = .product(name: "FeatureRig", package: "FeatureTestKit")

// The host's parts, for its tests and benchmarks.
let parts = [
    "HostSystem", "HTTPServer", "JSON", "FlagEngine", "HostConfig", "HostStore", "HostAccess", "HostWorker",
    "HostRuntime", "HostProof", "FeatureProof", "FeatureScaffold", "HostHTTP", "BuiltInFeatures", "CLinux", "CSQLite",
    "COpenSSL", "CEd25519", "CYAML",
]

// The HTTP client, which modules use as well.
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
        // These two use only the lock and the signal of the kit, and nothing about modules.
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
        // RE2 has only a C++ API; this wraps the few calls that rules need in C.
        .target(name: "CRE2", path: "Sources/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "FlagEngine", dependencies: ["CRE2", "JSON", kit], packageAccess: false, swiftSettings: hot),
        .target(
            name: "HostConfig", dependencies: ["FlagEngine", "JSON", "CYAML", "CLinux", "HostSystem", web, kit],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "HostStore", dependencies: ["JSON", "HostSystem", "CSQLite", kit], packageAccess: false,
            swiftSettings: hot),
        // Checks who has signed in: tokens, the keys that sign them, and the claims about a caller.
        .target(
            name: "HostAccess",
            dependencies: ["HostConfig", "JSON", "HostSystem", "COpenSSL", "CEd25519", web, kit],
            packageAccess: false, swiftSettings: hot),
        // Workers: their processes, the links to them, and the reports of how they end.
        .target(
            name: "HostWorker", dependencies: ["HostSystem", "CWorker", "CLinux", kit], packageAccess: false,
            swiftSettings: hot),
        // The crash handler is in C, since Swift code must not run in a crashing process.
        .target(name: "CWorker", path: "Sources/CWorker"),
        .target(
            name: "HostRuntime",
            dependencies: [
                "FlagEngine", "HostConfig", "HostStore", "HostWorker", "HostSystem", "JSON", "CLinux", web, kit,
            ],
            packageAccess: false, swiftSettings: hot),
        // Runs the proof of a module in child processes and writes the reports.
        .target(
            name: "HostProof", dependencies: ["HostConfig", "HostSystem", "JSON", "CLinux", kit], packageAccess: false,
            swiftSettings: strict),
        // The program that runs a proof in a process of its own.
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
