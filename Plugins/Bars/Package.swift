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

let libraries = ["Calendars", "Media", "SearchIndex", "Seating", "TextSearch"].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}

let package = Package(
    name: "Bars",
    products: [
        .library(
            name: "BarsFeature",
            type: .dynamic, targets: ["BarsFeature"])
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"),
    ],
    targets: [
        .target(
            name: "BarsFeature", dependencies: [kit] + libraries, resources: [.embedInCode("Demo/town.json")],
            swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "BarsFeatureTests",
            dependencies: [
                "BarsFeature", kit, testKit, .product(name: "LibraryTestSupport", package: "Libraries"),
            ] + libraries, swiftSettings: strict),
    ]
)
