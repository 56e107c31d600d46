// swift-tools-version: 6.2
import PackageDescription

// The module is compiled here once more, by a link: what it searches by is internal, and the bench looks in as tests do.
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

let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")

let libraries = ["Calendars", "Media", "SearchIndex", "Seating", "TextSearch", "Texts"].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}

let package = Package(
    name: "bars",
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/Libraries"),
        .package(path: "../../Plugins/Notifications"),
    ],
    targets: [
        .target(
            name: "BarsFeature", dependencies: [kit, notifications] + libraries,
            resources: [
                .embedInCode("Demo/town.json"), .embedInCode("Bookings/Texts/es.txt"),
                .embedInCode("Bookings/Texts/en.txt"),
            ],
            swiftSettings: strict + [.unsafeFlags(["-enable-testing"])]),
        .executableTarget(
            name: "IndexBench", dependencies: ["BarsFeature", kit, .product(name: "Seating", package: "Libraries")],
            swiftSettings: strict),
    ]
)
