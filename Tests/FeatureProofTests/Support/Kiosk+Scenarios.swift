@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
import Glibc
import HostConfig
import HostProof
import HostSystem
import TestSupport

@testable import FeatureProof

extension Kiosk {
    private static let manifest = """
        id: kiosk
        version: 1.0.0
        summary: Sells.
        flags:
          kiosk.closed: { owner: kiosk@example.com }
        """

    /// The unit in a folder, as far as scenarios know it.
    static func unit(in folder: String) throws -> ProvenUnit {
        let checked = Manifest.read(Array(manifest.utf8), origin: Origin(name: "feature.yaml", folder: folder))
        guard let manifest = checked.content else { throw Unreadable(text: checked.diagnostics.text) }
        return ProvenUnit(manifest: manifest, folder: folder, entry: FeatureEntry(Kiosk.self))
    }

    struct Unreadable: Error { let text: String }

    /// The suite of files by their names.
    static func suite(_ files: [String: String]) throws -> (suite: ScenarioSuite, folder: TestFolder) {
        let folder = try TestFolder()
        try folder.makeFolder("Scenarios")
        for (name, text) in files { try write(text, to: folder["Scenarios/\(name)"]) }
        return (ScenarioSuite.read(try unit(in: folder.path)), folder)
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try Descriptor { unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        var rest = Array(text.utf8)
        while !rest.isEmpty {
            rest.removeFirst(try SystemError.check { unsafe Glibc.write(file.number, rest, rest.count) })
        }
    }

    /// Runs every case of a file, and says what came of each; of a file with errors, what they are.
    static func prove(_ text: String, _ conditions: PreflightConditions? = nil) async throws -> [String] {
        let (suite, folder) = try suite(["kiosk.yaml": text])
        guard suite.diagnostics.isEmpty else { return [suite.diagnostics.text] }
        var verdicts: [String] = []
        for one in suite.cases {
            switch await one.run(conditions) {
            case .passed: verdicts.append("passed")
            case .failed(let text): verdicts.append(text)
            }
        }
        withExtendedLifetime(folder) {}
        return verdicts
    }

    /// What comes of a single scenario, without the line that names it.
    static func prove(steps: String, given: String = "{}") async throws -> String {
        let indented = steps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
        let text = "scenarios:\n  - name: it works\n    given: \(given)\n    steps:\n" + indented
        return try await prove(text).joined(separator: "\n")
    }
}
