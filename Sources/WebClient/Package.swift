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

// What the host and those of its features share that ask the web; no promise to anybody outside this repository.
// Static: it is a part of whoever links it, and nothing of it goes from one of them to another.
let package = Package(
    name: "WebClient",
    products: [
        .library(name: "WebClient", type: .static, targets: ["WebClient"]),
        // The host's own reader of JSON for features that have to read what others wrote.
        .library(name: "WebJSON", type: .static, targets: ["WebJSON"]),
        // For tests alone.
        .library(name: "RudeServer", type: .static, targets: ["RudeServer"]),
        .library(name: "PythonPeer", type: .static, targets: ["PythonPeer"]),
    ],
    dependencies: [.package(path: "../FeatureKit")],
    targets: [
        // libcurl itself is loaded when an address is asked first.
        .target(name: "CURL"),
        .target(name: "WebClient", dependencies: ["CURL", kit], swiftSettings: strict),
        // The sources of the host's module JSON, by a link: they are `package` there, and no feature is in that package.
        .target(name: "WebJSON", dependencies: [kit], swiftSettings: strict),
        .target(name: "RudeServer", dependencies: ["WebClient", kit], swiftSettings: strict),
        .target(name: "PythonPeer", dependencies: [kit], swiftSettings: strict),
        .testTarget(
            name: "WebClientTests", dependencies: ["WebClient", "WebJSON", "RudeServer", "PythonPeer", kit],
            swiftSettings: strict),
    ]
)
