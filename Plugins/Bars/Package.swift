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

// Guests hear of their bookings through it.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")

let libraries = ["Calendars", "Media", "SearchIndex", "Seating", "TextSearch", "Texts"].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}

let package = Package(
    name: "Bars",
    products: [
        .library(
            name: "BarsFeature",
            type: .dynamic, targets: ["BarsFeature"]),
        // The same, for the benchmark that looks into it.
        .library(name: "BarsParts", type: .static, targets: ["BarsFeature"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../Notifications"),
    ],
    targets: [
        .target(
            name: "BarsFeature", dependencies: [kit, notifications] + libraries,
            resources: [
                .embedInCode("Demo/town.json"), .embedInCode("Bookings/Texts/es.txt"),
                .embedInCode("Bookings/Texts/en.txt"),
            ],
            swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "BarsFeatureTests",
            dependencies: [
                "BarsFeature", kit, notifications, testKit, .product(name: "LibraryTestSupport", package: "Libraries"),
            ] + libraries, swiftSettings: strict),
    ]
)
