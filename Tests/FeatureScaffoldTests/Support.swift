import FeatureScaffold
import Foundation
import TestSupport

/// The sources of this build.
enum Sources {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

extension TestFolder {
    func write(_ name: String, _ text: String) throws {
        let file = URL(filePath: self[name])
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }

    /// What lies here, with everything in it.
    func files() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }

    /// Makes what counts as a kit.
    func makeKit(_ folder: String, version: String = "1.7") throws {
        try write("\(folder)/FeatureKit/Package.swift", "")
        try write("\(folder)/FeatureKit/KIT_VERSION", "\(version)\n")
        try write("\(folder)/FeatureTestKit/Package.swift", "")
    }

    /// Makes what counts as a checkout, with one feature.
    func makeCheckout(_ folder: String, list: String = "let features = [\"BLE\"]") throws {
        try write("\(folder)/Package.swift", "\(list)\nlet kit = \"Sources/FeatureKit\"\nlet more = [\"Pantry\"]\n")
        try write("\(folder)/Plugins/BLE/feature.yaml", "id: ble\nversion: 0.1.0\n")
        try write(
            "\(folder)/Plugins/TrackStatus/feature.yaml", "version: 0.1.0\nid: \"track\"  # not its folder's name\n")
        try makeKit("\(folder)/Sources")
    }

    func plan(
        _ name: String, in folder: String = "work", program: String = "bin/flagstand", kit: String? = nil,
        isLong: Bool = false
    ) throws -> ScaffoldPlan {
        try ScaffoldPlan(
            FeatureName(name), in: self[folder], program: self[program], kit: kit.map { self[$0] }, isLong: isLong)
    }
}
