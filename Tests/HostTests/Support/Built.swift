import FeatureKit
import Foundation
import TestSupport

/// Where the build that this test belongs to put its products.
enum Built {
    /// The folder of the test's own program.
    static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

    static let flagstand = "\(folder)/flagstand"

    /// The root of the sources.
    static let tree = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    static func library(of feature: String) -> String { "\(folder)/lib\(feature)Feature.so" }

    /// Packs the features below `Plugins/`, where hosts of this build find them, once for all tests.
    static let packsPlugins: Void = { try? pack("\(tree)/Plugins") }()

    private static let contracts = Lock<[String: String]>([:])

    /// What `flagstand pack` writes about a built library.
    static func contracts(of feature: String) throws -> String {
        try contracts.withLock { contracts in
            if let known = contracts[feature] { return known }
            let folder = try TestFolder()
            let name = "lib\(feature)Feature"
            try folder.write("unit/feature.yaml", "id: unit\nversion: 1.0.0\nsummary: A unit.\n")
            try FileManager.default.createSymbolicLink(
                atPath: folder["unit/\(name).so"], withDestinationPath: library(of: feature))
            try pack(folder["unit"])
            let text = try folder.contents(of: "unit/\(name).contracts.json")
            contracts[feature] = text
            return text
        }
    }

    private static func pack(_ folder: String) throws { _ = try ProgramRun(flagstand, ["pack", folder]) }
}

extension TestFolder {
    /// Copies a built library into a unit's folder, with what was packed of it.
    func addLibrary(of feature: String, to unit: String) throws {
        try write("\(unit)/lib\(feature)Feature.contracts.json", Built.contracts(of: feature))
        try copy(Built.library(of: feature), to: "\(unit)/lib\(feature)Feature.so")
    }
}
