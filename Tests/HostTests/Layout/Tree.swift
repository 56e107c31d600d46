import Foundation
import HostConfig
import Testing

@testable import HostRuntime

/// What lies under `Plugins/`, as far as there are rules for it.
struct Tree {
    /// A feature's folder.
    struct Feature {
        /// Nil where there is none or it is wrong.
        var manifest: Manifest?
        var hasPackage = true
        var hasReadme = true
        /// How many tests its package has.
        var tests = 1
    }

    var features: [String: Feature]

    /// Reads the sources of this build.
    static func built() throws -> Tree {
        let plugins = "\(Built.tree)/Plugins"
        var features: [String: Feature] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: plugins) where !name.hasPrefix(".") {
            features[name] = try feature(name, in: "\(plugins)/\(name)")
        }
        return Tree(features: features)
    }

    private static func feature(_ name: String, in folder: String) throws -> Feature {
        let manifest = "\(folder)/\(Unit.manifestName)"
        let tests = try sources(in: "\(folder)/Tests").reduce(0) { $0 + $1.ranges(of: /@Test\b/).count }
        return Feature(
            manifest: Manifest.read(try FileSource.read(manifest), origin: Origin(file: manifest)).content,
            hasPackage: FileManager.default.fileExists(atPath: "\(folder)/Package.swift"),
            hasReadme: FileManager.default.fileExists(atPath: "\(folder)/README.md"), tests: tests)
    }

    private static func sources(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
    }
}
