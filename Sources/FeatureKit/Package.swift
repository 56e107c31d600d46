// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
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

// The macros are built with the SwiftSyntax of the toolchain that builds them: nothing is downloaded, and nothing of it
// is compiled. This manifest runs with that toolchain's own library, so the process knows where the toolchain lies;
// PATH doesn't, where `swift` was called by its path or is a link to a launcher.
let manifestLibrary = "/lib/swift/pm/ManifestAPI/libPackageDescription.so"
func findToolchain() -> String? {
    // Line by line: Foundation's `String(contentsOfFile:)` ends after the first page of a file of /proc.
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 8_192)
    while fgets(&line, Int32(line.count), maps) != nil {
        let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if let path = text.firstIndex(of: "/"), text.hasSuffix(manifestLibrary) {
            return String(text[path...].dropLast(manifestLibrary.count))
        }
    }
    return nil
}
let toolchain = findToolchain() ?? "/usr"
let syntax = "\(toolchain)/lib/swift/host"
let syntaxLibraries = [
    "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion", "SwiftDiagnostics",
    "SwiftParser", "SwiftBasicFormat", "SwiftCompilerPluginMessageHandling",
]
// `make dist` leaves the toolchain's folders out of what programs look through, so the macros name them themselves:
// they only ever run beside the compiler.
let linksSyntax = LinkerSetting.unsafeFlags(
    ["-L", syntax] + syntaxLibraries.map { "-l\($0)" }
        + [syntax, "\(toolchain)/lib/swift/linux"].flatMap { ["-Xlinker", "-rpath", "-Xlinker", $0] })
let readsSyntax = SwiftSetting.unsafeFlags(["-I", syntax])

let package = Package(
    name: "FeatureKit",
    products: [
        // FeatureWire, a feature in another process than its host, lies in the same library: in one of its own there would
        // be a second copy of the kit, whose types are others.
        .library(name: "FeatureKit", type: .dynamic, targets: ["FeatureKit", "FeatureWire"]),
        .plugin(name: "KitStamp", targets: ["KitStamp"]),
    ],
    targets: [
        // It runs beside the compiler for a moment; to optimize it takes longer than it saves.
        .macro(
            name: "FeatureKitMacros", swiftSettings: strict + [readsSyntax, .unsafeFlags(["-Onone"])],
            linkerSettings: [linksSyntax]),
        // Library evolution: a feature built against an older minor version of the kit runs on a newer one.
        .target(
            name: "FeatureKit", dependencies: ["FeatureKitMacros"],
            swiftSettings: strict + [.unsafeFlags(["-enable-library-evolution"])], plugins: ["KitStamp"]),
        .target(name: "FeatureWire", dependencies: ["FeatureKit"], swiftSettings: strict),
        .plugin(name: "KitStamp", capability: .buildTool(), exclude: ["stamp.sh"]),
        // What holds for features in a host holds for those in a worker: the same tests try both.
        .testTarget(name: "FeatureKitTests", dependencies: ["FeatureKit", "FeatureWire"], swiftSettings: strict),
        .testTarget(name: "FeatureWireTests", dependencies: ["FeatureWire", "FeatureKit"], swiftSettings: strict),
        .testTarget(
            name: "FeatureKitMacrosTests", dependencies: ["FeatureKitMacros", "FeatureKit"], exclude: ["Golden"],
            swiftSettings: strict + [readsSyntax], linkerSettings: [linksSyntax]),
    ]
)
