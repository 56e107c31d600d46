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

let libraries: [Target.Dependency] = ["BeaconRanging", "BluetoothCaptures"].map {
    .product(name: $0, package: "Libraries")
}

let package = Package(
    name: "ble-range",
    dependencies: [.package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/Libraries")],
    targets: [.executableTarget(name: "RangeBench", dependencies: [kit] + libraries, swiftSettings: strict)]
)
