@_spi(Hosting) import FeatureKit
import Foundation
import TestSupport

/// A folder from which a host runs: its document, its state, and units beside the built-in ones.
struct Venue {
    let folder: TestFolder

    /// The units that a test adds lie here, one folder for each.
    static let units = "units"

    init() throws {
        folder = try TestFolder()
        try folder.copy("\(Built.tree)/samples/lap.btsnoop", to: "lap.btsnoop")
        try folder.makeFolder(Self.units)
    }

    /// A command that runs the host.
    var host: HostCommand { folder.run() }

    /// Saves a document with both built-in features and these sections, such as `lamp: {}`.
    func save(_ sections: String..., log: String = "info") throws {
        let features =
            ["ble: { settings: { captures: [{ file: lap.btsnoop, repeat: true }], trust: anyone } }", "track: {}"]
            + sections
        try folder.write(
            "plugins.yaml",
            "features:\n\(features.map { "  \($0)\n" }.joined())plugins: [\(Self.units)]\nlog: \(log)\n")
    }

    /// Adds a unit.
    ///
    /// - Parameters:
    ///   - id: Its id and its folder's name.
    ///   - manifest: Its manifest, by default the smallest valid one.
    ///   - library: Its library's bytes, packed as if it held the mood; no library by default.
    func add(_ id: String, manifest: String? = nil, library: Data? = nil) throws {
        try folder.write(path(of: id, "feature.yaml"), manifest ?? Self.manifest(id))
        guard let library else { return }
        // A host opens what was packed, whatever is in it; tests damage libraries after that.
        let digest = SHA256.hexDigest(of: Array(library))
        let contracts = try Built.contracts(of: "Mood")
            .replacing(/"sha256": "[0-9a-f]+"/, with: "\"sha256\": \"\(digest)\"")
        try folder.write(path(of: id, "libTestFeature.contracts.json"), contracts)
        try folder.write(path(of: id, Self.libraryName), library)
    }

    /// A unit's file as diagnostics name it.
    func file(of id: String, _ name: String) -> String { folder[path(of: id, name)] }

    func path(of id: String, _ name: String) -> String { "\(Self.units)/\(id)/\(name)" }

    static let libraryName = "libTestFeature.so"

    /// A manifest that fits the host, with more lines at its end.
    static func manifest(_ id: String, _ lines: String...) -> String {
        """
        id: \(id)
        version: 1.0.0
        summary: A feature of a test.

        """ + lines.map { $0 + "\n" }.joined()
    }
}
