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

// What the host and the modules that make web requests share; not a public API outside this repository.
// Static: each binary that links it has a copy of its own, and no value of its types crosses from one to another.
let package = Package(
    name: "WebClient",
    products: [
        .library(name: "WebClient", type: .static, targets: ["WebClient"]),
        // The host's JSON reader, for modules that have to read JSON of other programs.
        .library(name: "WebJSON", type: .static, targets: ["WebJSON"]),
        // Only for tests.
        .library(name: "RudeServer", type: .static, targets: ["RudeServer"]),
        .library(name: "PythonPeer", type: .static, targets: ["PythonPeer"]),
    ],
    dependencies: [.package(path: "../FeatureKit")],
    targets: [
        // libcurl itself is loaded at the first request.
        .target(name: "CURL"),
        .target(name: "WebClient", dependencies: ["CURL", kit], swiftSettings: strict),
        // The sources of the host's target JSON, by a symbolic link: they are `package` there, and modules are other
        // packages.
        .target(name: "WebJSON", dependencies: [kit], swiftSettings: strict),
        .target(name: "RudeServer", dependencies: ["WebClient", kit], swiftSettings: strict),
        .target(name: "PythonPeer", dependencies: [kit], swiftSettings: strict),
        .testTarget(
            name: "WebClientTests", dependencies: ["WebClient", "WebJSON", "RudeServer", "PythonPeer", kit],
            swiftSettings: strict),
    ]
)
