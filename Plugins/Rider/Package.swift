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
// Riders hear of their shifts through it; with it come the questions that Accounts answers.
let notifications: Target.Dependency = .product(name: "NotificationsContracts", package: "Notifications")
func products(_ names: [String]) -> [Target.Dependency] { names.map { .product(name: $0, package: "Libraries") } }
let libraries = products(["Calendars", "Codes", "Crypto", "Geography", "Rostering", "Texts"])
let academyLibraries = products(["Calendars", "Codes", "Learning", "Pages", "QRCodes", "Texts"])

let package = Package(
    name: "Rider",
    products: [.library(name: "RiderFeature", type: .dynamic, targets: ["RiderFeature"])],
    dependencies: [
        .package(path: "../../Sources/FeatureKit"), .package(path: "../../Sources/FeatureTestKit"),
        .package(path: "../../Sources/Libraries"), .package(path: "../Notifications"),
    ],
    targets: [
        .target(
            name: "RiderAcademy", dependencies: [kit, notifications] + academyLibraries,
            resources: [.embedInCode("Texts/es.txt"), .embedInCode("Texts/en.txt")], swiftSettings: strict),
        .target(
            name: "RiderFeature", dependencies: ["RiderAcademy", kit, notifications] + libraries,
            resources: [.embedInCode("Shifts/Texts/es.txt"), .embedInCode("Shifts/Texts/en.txt")],
            swiftSettings: strict,
            plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(
            name: "RiderAcademyTests",
            dependencies: [
                "RiderAcademy", "RiderFeature", kit, notifications, testKit,
            ] + products(["Learning", "LibraryTestSupport", "Pages"]), swiftSettings: strict),
        .testTarget(
            name: "RiderFeatureTests",
            dependencies: ["RiderFeature", kit, notifications, testKit] + products(["LibraryTestSupport"]) + libraries,
            swiftSettings: strict),
    ]
)
