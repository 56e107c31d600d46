// swift-tools-version: 6.2
import PackageDescription

// The host's tests, and the features for tests alone. A package of its own, so that a build for users compiles none of it.

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
    // One with a package of contracts, and one that reads and asks it.
    ("Porch", ["Porch", "Visitor"]),
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
    // The host's own name, for it is tested from inside; see its manifest.
    .unsafeFlags(["-package-name", "flagstand"]),
]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
let testKit: Target.Dependency = .product(name: "FeatureTestKit", package: "FeatureTestKit")
// What plays the host for one feature.
let rig: Target.Dependency = .product(name: "FeatureRig", package: "FeatureTestKit")
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")

/// A product of the host's own package.
func host(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "flagstand") }
}

/// What tests of the host share.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: name, packageAccess: false, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: ["TestSupport", kit] + dependencies, path: name, exclude: exclude,
        packageAccess: false, swiftSettings: strict)
}

let package = Package(
    name: "Tests",
    products: ["TestSupport", "RequestReading"].map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(name: "flagstand", path: ".."),
        .package(path: "../Sources/FeatureKit"), .package(path: "../Sources/FeatureTestKit"),
        .package(path: "../Sources/WebClient"),
    ]
        + fixtures.map { .package(path: "HostTests/Fixtures/\($0.package)") },
    targets: [
        support("TestSupport", host("HostSystem")),
        // Reads a connection's bytes as the server does; the fuzzer does so as well.
        support("RequestReading", host("HTTPServer")),
        // Key pairs for tests, and the tokens that they sign.
        support("TestKeys", host("HostSystem", "COpenSSL")),
        // Stands in the place of the C library's calls on files, in test processes alone.
        .target(name: "ForgetfulFiles", path: "ForgetfulFiles"),
        // Certificates for tests, and clients by TLS that may do what none should.
        .target(name: "CTLSProbe", dependencies: host("COpenSSL"), path: "CTLSProbe"),
        tests("HostSystemTests", host("HostSystem")),
        tests(
            "HTTPServerTests", host("HTTPServer", "HostSystem", "CLinux", "COpenSSL") + ["CTLSProbe", "RequestReading"]),
        tests("JSONTests", host("JSON")),
        tests("FlagEngineTests", host("FlagEngine", "JSON")),
        tests("HostConfigTests", host("HostConfig", "FlagEngine", "HTTPServer", "JSON", "HostSystem") + [web]),
        tests("HostStoreTests", host("HostStore", "JSON", "HostSystem", "CSQLite") + ["ForgetfulFiles", testKit]),
        tests("HostProofTests", host("HostProof", "HostConfig", "HostSystem", "JSON")),
        tests(
            "FeatureProofTests",
            host("FeatureProof", "HostProof", "HostRuntime", "HostConfig", "FlagEngine", "HostSystem", "JSON") + [rig]),
        tests("FeatureScaffoldTests", host("FeatureScaffold", "HostSystem")),
        tests(
            "HostAccessTests", host("HostAccess", "HostConfig", "HostSystem", "JSON", "COpenSSL") + ["TestKeys"]),
        tests("HostWorkerTests", host("HostWorker", "HostSystem", "flagstand-worker")),
        tests(
            "HostRuntimeTests",
            host("HostRuntime", "HostWorker", "FlagEngine", "HostConfig", "HostStore", "HostSystem", "JSON")
                + [testKit]),
        tests(
            "HostHTTPTests",
            host(
                "HostHTTP", "HostRuntime", "HostAccess", "FlagEngine", "HostConfig", "HostStore", "HostWorker",
                "HTTPServer", "HostSystem", "JSON") + ["CTLSProbe", testKit]),
        tests(
            "HostTests",
            host(
                "flagstand", "flagstand-test", "flagstand-worker", "BuiltInFeatures", "HostRuntime", "HostConfig",
                "HostWorker", "HostSystem", "JSON") + ["TestKeys", rig]
                + fixtures.flatMap { fixture in
                    fixture.features.map { .product(name: "\($0)Feature", package: fixture.package) }
                },
            exclude: ["Fixtures"]),
    ]
)
