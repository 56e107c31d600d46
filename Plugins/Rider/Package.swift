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
// Riders hear of their shifts through it.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")
let libraries = ["CSV", "Calendars", "Codes", "Crypto", "Geography", "Pages", "QRCodes", "Rostering", "Texts"].map {
    Target.Dependency.product(name: $0, package: "Libraries")
}

let package = Package(
    name: "Rider",
    products: [.library(name: "RiderFeature", type: .dynamic, targets: ["RiderFeature"])],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../Notifications"),
    ],
    targets: [
        .target(
            name: "RiderFeature", dependencies: [kit, notifications] + libraries,
            resources: [.embedInCode("Shifts/Texts/es.txt"), .embedInCode("Shifts/Texts/en.txt")],
            swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "RiderFeatureTests",
            dependencies: [
                "RiderFeature", kit, notifications, testKit, .product(name: "LibraryTestSupport", package: "Libraries"),
            ] + libraries, swiftSettings: strict),
    ]
)
