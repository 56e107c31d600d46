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
let libraries = ["Calendars", "Codes", "Crypto", "Geography", "QRCodes"].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}
// What reads the JSON of other projects' apps.
let json: Target.Dependency = .product(name: "WebJSON", package: "WebClient")

let package = Package(
    name: "Groups",
    products: [.library(name: "GroupsFeature", type: .dynamic, targets: ["GroupsFeature"])],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/WebClient"), .package(path: "../../Sources/Libraries"),
    ],
    targets: [
        .target(
            name: "GroupsFeature", dependencies: [kit, json] + libraries, swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "GroupsFeatureTests",
            dependencies: [
                "GroupsFeature", kit, testKit, json, .product(name: "LibraryTestSupport", package: "Libraries"),
            ] + libraries, swiftSettings: strict),
    ]
)
