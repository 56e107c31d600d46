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
let libraries = [
    "Breakers", "CSV", "Calendars", "Days", "Files", "Footways", "GTFS", "Geography", "Protobuf", "Texts",
].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}
let web = ["WebClient", "WebJSON"].map { Target.Dependency.product(name: $0, package: "WebClient") }

let package = Package(
    name: "Transit",
    products: [
        .library(name: "TransitFeature", type: .dynamic, targets: ["TransitFeature"]),
        // The same, for the fuzzers that look into it.
        .library(name: "TransitParts", type: .static, targets: ["TransitFeature"]),
        // What other modules ask.
        .library(name: "TransitContracts", type: .static, targets: ["TransitContracts"]),
        // What a benchmark measures.
        .library(name: "TransitEngine", targets: ["TransitEngine"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../../Sources/WebClient"),
    ],
    targets: [
        .target(
            name: "TransitEngine",
            dependencies: ["Columns", "Days", "Ways"].map { .product(name: $0, package: "Libraries") },
            swiftSettings: strict),
        .target(
            name: "TransitFeature",
            dependencies: ["TransitContracts", "TransitEngine", kit] + libraries + web,
            resources: [
                "Demo/lines", "Demo/routes", "Demo/shapes", "Demo/stops", "Planning/Texts/es", "Planning/Texts/en",
            ]
            .map { .embedInCode("\($0).txt") },
            swiftSettings: strict, plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .target(name: "TransitContracts", dependencies: [kit], swiftSettings: strict),
        .testTarget(
            name: "TransitEngineTests",
            dependencies: ["TransitEngine", .product(name: "Days", package: "Libraries")], swiftSettings: strict),
        .testTarget(
            name: "TransitFeatureTests",
            dependencies: [
                "TransitContracts", "TransitEngine", "TransitFeature", kit, testKit,
                .product(name: "LibraryTestSupport", package: "Libraries"),
                .product(name: "RudeServer", package: "WebClient"),
            ] + libraries + web, swiftSettings: strict),
    ]
)
