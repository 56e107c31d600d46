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

let package = Package(
    name: "FeatureKit",
    products: [
        .library(name: "FeatureKit", type: .dynamic, targets: ["FeatureKit"]),
        // A feature in another process than its host: what both sides say to each other. No feature links it.
        .library(name: "FeatureWire", type: .dynamic, targets: ["FeatureWire"]),
        .plugin(name: "KitStamp", targets: ["KitStamp"]),
    ],
    targets: [
        // Library evolution: a feature built against an older minor version of the kit runs on a newer one.
        .target(
            name: "FeatureKit", swiftSettings: strict + [.unsafeFlags(["-enable-library-evolution"])],
            plugins: ["KitStamp"]),
        .target(name: "FeatureWire", dependencies: ["FeatureKit"], swiftSettings: strict),
        .plugin(name: "KitStamp", capability: .buildTool(), exclude: ["stamp.sh"]),
        .testTarget(name: "FeatureKitTests", dependencies: ["FeatureKit"], swiftSettings: strict),
        .testTarget(name: "FeatureWireTests", dependencies: ["FeatureWire", "FeatureKit"], swiftSettings: strict),
    ]
)
