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
// Customers hear of their orders through it.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")
// What asks Stripe and tells webhooks.
let web: Target.Dependency = .product(name: "WebClient", package: "WebClient")
// What reads files of products.
let json: Target.Dependency = .product(name: "WebJSON", package: "WebClient")
let libraries = [
    "AppStore", "Baskets", "Bookkeeping", "Calendars", "Codes", "Crypto", "Delivery", "Media", "Money", "Pages",
    "Payments", "Pickup",
    "QRCodes", "Receipts", "SearchIndex", "Sheets", "TextSearch", "Texts", "Webhooks",
].map { Target.Dependency.product(name: $0, package: "Libraries") }

let package = Package(
    name: "Shop",
    products: [
        .library(name: "ShopFeature", type: .dynamic, targets: ["ShopFeature"]),
        // What other modules ask about what people own.
        .library(name: "ShopContracts", type: .static, targets: ["ShopContracts"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/WebClient"), .package(path: "../../Sources/Libraries"),
        .package(path: "../Notifications"),
    ],
    targets: [
        .target(name: "ShopContracts", dependencies: [kit], swiftSettings: strict),
        .target(
            name: "ShopFeature", dependencies: ["ShopContracts", kit, notifications, web, json] + libraries,
            resources: [
                .embedInCode("Orders/Texts/es.txt"), .embedInCode("Orders/Texts/en.txt"),
                .embedInCode("Demo/stands.json"),
            ],
            swiftSettings: strict, plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "ShopFeatureTests",
            dependencies: [
                "ShopFeature", "ShopContracts", kit, notifications, testKit, web,
                .product(name: "LibraryTestSupport", package: "Libraries"),
                .product(name: "PythonPeer", package: "WebClient"), .product(name: "WebJSON", package: "WebClient"),
            ] + libraries, swiftSettings: strict),
    ]
)
