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

let package = Package(
    name: "Benchmarks",
    products: [
        .library(name: "FanoutFeature", type: .dynamic, targets: ["FanoutFeature"]),
        .library(name: "EchoFeature", type: .dynamic, targets: ["EchoFeature"]),
        .library(name: "CircuitFeature", type: .dynamic, targets: ["CircuitFeature"]),
    ],
    dependencies: [.package(path: "../Sources/FeatureKit")],
    targets: [
        // Ours for the fan-out rows: a feature, because features are who uses the bus.
        .target(
            name: "FanoutFeature", dependencies: [kit], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        // Ours for the rows of http.sh.
        .target(
            name: "EchoFeature", dependencies: [kit], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        // One of the many that changes.sh runs.
        .target(
            name: "CircuitFeature", dependencies: [kit], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        // What is measured and what it means: pure.
        .target(name: "Measures", dependencies: [kit], swiftSettings: strict),
        // Runs everything and prints the table.
        .executableTarget(name: "bench", dependencies: ["Measures", kit], swiftSettings: strict),
        .testTarget(name: "MeasuresTests", dependencies: ["Measures", kit], swiftSettings: strict),
    ]
)
