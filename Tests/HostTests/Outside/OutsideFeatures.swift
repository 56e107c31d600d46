@_spi(Hosting) import FeatureKit
import Foundation
import TestSupport
import Testing

@testable import HostRuntime

/// Features that a third party built, outside of this tree, with a `swift build` of its own and an older kit.
struct OutsideFeatures: Sendable {
    /// Those of the running test; see `WithOutsideFeatures`.
    @TaskLocal static var current: OutsideFeatures?

    /// Where the libraries and manifests lie, one folder for each feature.
    let folder: String

    private static let names = ["Glow", "Witness", "Rival", "Dawdle", "Delivery"]
    /// Clean, on two busy cores, it takes under a minute.
    private static let longestBuild = Duration.seconds(600)

    /// What such a feature is shipped as: its manifest and its library, packed.
    func ship(_ name: String, to venue: Venue) throws {
        let (from, id) = ("\(folder)/\(name)", name.lowercased())
        for file in ["lib\(name)Feature.contracts.json", "lib\(name)Feature.so"] {
            try venue.folder.copy("\(from)/\(file)", to: venue.path(of: id, file))
        }
        // Last, so that a host that looks meanwhile sees no unit or all of it.
        try venue.folder.copy("\(from)/feature.yaml", to: venue.path(of: id, "feature.yaml"))
    }

    /// Builds them unless that has been done from the same sources with the same compiler.
    static func built() async throws -> OutsideFeatures {
        let sources = try sources()
        let digest = SHA256.hexDigest(of: Array(sources.sorted { $0.key < $1.key }.description.utf8))
        let cache = URL(filePath: "\(Built.folder)/outside-features")
        let folder = cache.appending(path: digest)
        if !FileManager.default.fileExists(atPath: folder.path) {
            // What older sources gave is of no use any more.
            try? FileManager.default.removeItem(at: cache)
            try await build(sources, into: folder)
        }
        // What is packed stays, unless another build of the host reads it otherwise.
        let packing = try await HostProcess.end(of: HostCommand(["pack", folder.path]))
        try #require(packing.exit == .code(0), "the features were not packed:\n\(packing.errors)")
        return OutsideFeatures(folder: folder.path)
    }

    /// Every file that the build reads, by its path.
    private static func sources() throws -> [String: String] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/Outside").path
        var sources = ["compiler": KitVersion.compiler]
        for (path, text) in try OlderKit.files() { sources["FeatureKit/\(path)"] = text }
        for path in try FileManager.default.subpathsOfDirectory(atPath: package)
        where path.hasSuffix(".swift") || path.hasSuffix(".yaml") {
            sources["Outside/\(path)"] = try String(contentsOfFile: "\(package)/\(path)", encoding: .utf8)
        }
        return sources
    }

    private static func build(_ sources: [String: String], into folder: URL) async throws {
        let workshop = try TestFolder()
        for (path, text) in sources { try workshop.write(path, text) }
        var command = HostCommand(["build", "--disable-index-store", "--package-path", workshop["Outside"]])
        command.program = "swift"
        command.environment = ProcessInfo.processInfo.environment
        let (exit, output, errors) = try await HostProcess.end(of: command, within: longestBuild)
        try #require(exit == .code(0), "the features were not built:\n\(output)\(errors)")

        let ready = try TestFolder()
        for name in names {
            let library = "lib\(name)Feature.so"
            try ready.copy(workshop["Outside/.build/debug/\(library)"], to: "\(name)/\(library)")
            try ready.copy(workshop["Outside/Sources/\(name)Feature/feature.yaml"], to: "\(name)/feature.yaml")
        }
        try FileManager.default.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: ready.path, toPath: folder.path)
    }
}

/// The suites whose tests need features that were built outside of the tree, which are built once for all of them.
@Suite(OutsideFeaturesTrait()) enum WithOutsideFeatures {}

/// Builds the outside features before the tests of a suite run.
private struct OutsideFeaturesTrait: SuiteTrait, TestScoping {
    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing tests: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await OutsideFeatures.$current.withValue(.built()) { try await tests() }
    }
}
