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
// What sends.
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")
// Servers that tests send to.
let peers = ["PythonPeer", "RudeServer", "WebJSON"].map { Target.Dependency.product(name: $0, package: "WebClient") }
let libraries: [Target.Dependency] = [
    "AppPush", "Calendars", "Crypto", "Delivery", "Files", "Mail", "Speech", "WebPush", "Webhooks",
].map {
    .product(name: $0, package: "Libraries")
}

let package = Package(
    name: "Notifications",
    products: [
        .library(name: "NotificationsFeature", type: .dynamic, targets: ["NotificationsFeature"]),
        // What other modules send: a part of each library that uses it.
        .library(name: "NotificationsContracts", type: .static, targets: ["NotificationsContracts"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/WebClient"), .package(path: "../../Sources/Libraries"),
    ],
    targets: [
        .target(name: "NotificationsContracts", dependencies: [kit], swiftSettings: strict),
        .target(
            name: "NotificationsFeature", dependencies: ["NotificationsContracts", kit, web] + libraries,
            resources: [.embedInCode("Choices/unsubscribe.html")], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "NotificationsFeatureTests",
            dependencies: ["NotificationsFeature", "NotificationsContracts", kit, testKit] + libraries + peers,
            swiftSettings: strict),
    ]
)
