// swift-tools-version: 6.2
import PackageDescription

// The feature is compiled here once more, as its unit has it; links point to it. What it searches by is its own, so that who
// measures it looks in as its tests do.
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
    name: "bars",
    dependencies: [.package(path: "../../Sources/FeatureKit")],
    targets: [
        .target(
            name: "BarsFeature", dependencies: [kit], swiftSettings: strict + [.unsafeFlags(["-enable-testing"])]),
        // What a page is written with; the host's own, by a link as well.
        .target(name: "JSON", dependencies: [kit], swiftSettings: strict),
        .executableTarget(
            name: "GuideBench", dependencies: ["BarsFeature", "JSON", kit], swiftSettings: strict),
    ]
)
