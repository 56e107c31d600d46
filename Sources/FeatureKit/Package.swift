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
        // FeatureWire, a feature in another process than its host, lies in the same library: in one of its own there would
        // be a second copy of the kit, whose types are others.
        .library(name: "FeatureKit", type: .dynamic, targets: ["FeatureKit", "FeatureWire"]),
        .plugin(name: "KitStamp", targets: ["KitStamp"]),
    ],
    targets: [
        // Library evolution: a feature built against an older minor version of the kit runs on a newer one.
        .target(
            name: "FeatureKit", swiftSettings: strict + [.unsafeFlags(["-enable-library-evolution"])],
            plugins: ["KitStamp"]),
        .target(name: "FeatureWire", dependencies: ["FeatureKit"], swiftSettings: strict),
        .plugin(name: "KitStamp", capability: .buildTool(), exclude: ["stamp.sh"]),
        // What holds for features in a host holds for those in a worker: the same tests try both.
        .testTarget(name: "FeatureKitTests", dependencies: ["FeatureKit", "FeatureWire"], swiftSettings: strict),
        .testTarget(name: "FeatureWireTests", dependencies: ["FeatureWire", "FeatureKit"], swiftSettings: strict),
    ]
)
