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
// It grants routes that are bought.
let shop: Target.Dependency = .product(name: "ShopContracts", package: "Shop")
// Its emergencies interrupt what is told.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")
let libraries = [
    "Archives", "Calendars", "Crypto", "GPX", "Geography", "MP3", "Media", "Speech", "TourFiles",
].map { Target.Dependency.product(name: $0, package: "Libraries") }

let package = Package(
    name: "Tours",
    products: [.library(name: "ToursFeature", type: .dynamic, targets: ["ToursFeature"])],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../../Sources/WebClient"),
        .package(path: "../Notifications"), .package(path: "../Shop"),
    ],
    targets: [
        .target(
            name: "ToursFeature", dependencies: [kit, notifications, shop] + libraries,
            resources: [.embedInCode("Demo/routes.json")],
            swiftSettings: strict, plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "ToursFeatureTests",
            dependencies: [
                "ToursFeature", kit, shop, testKit, .product(name: "LibraryTestSupport", package: "Libraries"),
                .product(name: "WebJSON", package: "WebClient"),
            ]
                + libraries, swiftSettings: strict),
    ]
)
