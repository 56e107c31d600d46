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

let package = Package(
    name: "Accounts",
    products: [
        .library(
            name: "AccountsFeature",
            type: .dynamic, targets: ["AccountsFeature"])
    ],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"),
    ],
    targets: [
        .target(
            name: "AccountsFeature", dependencies: [kit, crypto],
            resources: [.embedInCode("Passwords/common-passwords.txt")], swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "AccountsFeatureTests",
            dependencies: ["AccountsFeature", crypto, kit, testKit], swiftSettings: strict),
    ]
)
