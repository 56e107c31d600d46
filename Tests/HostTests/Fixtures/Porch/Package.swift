// swift-tools-version: 6.2
import PackageDescription

// A feature with a package of contracts, and one that reads and asks it.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let features = ["Porch", "Visitor"]
let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")

let package = Package(
    name: "Porch",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../../../../Sources/FeatureKit")],
    targets: [.target(name: "PorchContracts", dependencies: [kit], swiftSettings: strict)]
        + features.map {
            .target(
                name: "\($0)Feature", dependencies: ["PorchContracts", kit], exclude: ["feature.yaml"],
                swiftSettings: strict, plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
        }
)
