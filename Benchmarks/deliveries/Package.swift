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

let package = Package(
    name: "deliveries",
    products: [.library(name: "SenderFeature", type: .dynamic, targets: ["SenderFeature"])],
    dependencies: [.package(path: "../../Sources/FeatureKit"), .package(path: "../../Plugins/Notifications")],
    targets: [
        // Holds the streams of thousands of people.
        .executableTarget(name: "listeners", cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])]),
        // A feature, because nobody else may ask for a notification.
        .target(
            name: "SenderFeature",
            dependencies: [kit, .product(name: "NotificationsContracts", package: "Notifications")],
            swiftSettings: strict, plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
    ]
)
