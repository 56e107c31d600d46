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
let crypto: Target.Dependency = .product(name: "Crypto", package: "Libraries")
let texts: Target.Dependency = .product(name: "Texts", package: "Libraries")
// What sends mails.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")

let package = Package(
    name: "Accounts",
    products: [
        .library(
            name: "AccountsFeature",
            type: .dynamic, targets: ["AccountsFeature"]),
        // What other modules read and ask: a part of each library that uses it.
        .library(name: "AccountsContracts", type: .static, targets: ["AccountsContracts"]),
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../Notifications"),
    ],
    targets: [
        .target(name: "AccountsContracts", dependencies: [kit], swiftSettings: strict),
        .target(
            name: "AccountsFeature", dependencies: ["AccountsContracts", kit, crypto, notifications, texts],
            resources: [
                .embedInCode("Passwords/common-passwords.txt"), .embedInCode("Mail/Texts/es.txt"),
                .embedInCode("Mail/Texts/en.txt"), .embedInCode("Mail/page.html"),
            ], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "AccountsFeatureTests",
            dependencies: ["AccountsFeature", "AccountsContracts", crypto, kit, notifications, testKit],
            swiftSettings: strict),
    ]
)
