// swift-tools-version: 6.2
import PackageDescription

// One feature in three versions, of which one does not come up, for the tests that replace it while it runs.

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
let features = ["Courier", "CourierNext", "CourierBroken"]

let package = Package(
    name: "Courier",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: [.target(name: "Courier", dependencies: [kit], swiftSettings: strict)]
        + features.map {
            .target(
                name: "\($0)Feature", dependencies: ["Courier", kit], exclude: ["feature.yaml"], swiftSettings: strict,
                plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
        }
)
