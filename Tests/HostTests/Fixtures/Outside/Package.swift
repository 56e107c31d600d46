// swift-tools-version: 6.2
import PackageDescription

// Features as a third party builds them: outside of the host's tree, against a kit that lies beside this package.
let features = ["Glow", "Witness", "Rival", "Dawdle", "Delivery"]

let package = Package(
    name: "Outside",
    products: features.map { .library(name: "\($0)Feature", type: .dynamic, targets: ["\($0)Feature"]) },
    dependencies: [.package(path: "../FeatureKit")],
    targets: features.map {
        .target(
            name: "\($0)Feature", dependencies: [.product(name: "FeatureKit", package: "FeatureKit")],
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")])
    }
)
