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
let libraries = ["Archives", "CSV", "Calendars", "Geography"].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}

let package = Package(
    name: "Transit",
    products: [
        .library(name: "TransitFeature", type: .dynamic, targets: ["TransitFeature"]),
        // What a benchmark measures.
        .library(name: "TransitEngine", targets: ["TransitEngine"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../../Sources/WebClient"),
    ],
    targets: [
        .target(name: "TransitEngine", swiftSettings: strict),
        .target(name: "TransitFeeds", dependencies: ["TransitEngine", kit] + libraries, swiftSettings: strict),
        .target(
            name: "TransitFeature", dependencies: ["TransitEngine", "TransitFeeds", kit] + libraries,
            swiftSettings: strict, plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(name: "TransitEngineTests", dependencies: ["TransitEngine"], swiftSettings: strict),
        .testTarget(
            name: "TransitFeedsTests", dependencies: ["TransitEngine", "TransitFeeds", kit] + libraries,
            swiftSettings: strict),
        .testTarget(
            name: "TransitFeatureTests",
            dependencies: [
                "TransitEngine", "TransitFeeds", "TransitFeature", kit, testKit,
                .product(name: "WebJSON", package: "WebClient"),
            ] + libraries, swiftSettings: strict),
    ]
)
