import Foundation
import TestSupport

/// A folder with the unit of a feature that does what it is told to, and the scenarios that a test writes for it.
struct RogueUnit {
    let folder: TestFolder

    /// The unit's folder.
    var unit: String { folder["units/rogue"] }

    init() throws {
        folder = try TestFolder()
        let sources = "\(Built.tree)/Tests/HostTests/Fixtures/Rogue/Sources/RogueFeature"
        try folder.copy("\(sources)/feature.yaml", to: "units/rogue/feature.yaml")
        try folder.addLibrary(of: "Rogue", to: "units/rogue")
    }

    /// Writes a file with a scenario for each action; it passes if the feature survives and publishes the result.
    func write(deeds: String..., isPreflight: Bool = false, named name: String = "deeds.yaml") throws {
        let scenarios = deeds.map { deed in
            """
              - name: "\(deed)"
                preflight: \(isPreflight)
                when: { publish: rogue.deeds, value: { deed: \(deed) } }
                then: { message: rogue.done, value: { deed: \(deed), pin: "" } }

            """
        }
        try folder.write("units/rogue/Scenarios/\(name)", "scenarios:\n" + scenarios.joined())
    }

    /// Saves a document that gives the feature these settings.
    func save(_ settings: String, isOn: Bool = true, _ lines: String...) throws {
        try folder.write(
            "plugins.yaml",
            "features:\n  rogue: { enabled: \(isOn), settings: { \(settings) } }\nplugins: [units]\n"
                + lines.map { $0 + "\n" }.joined())
    }

    /// A command that proves.
    func test(_ words: String...) -> HostCommand {
        var command = HostCommand(["test"] + words)
        command.folder = folder.path
        return command
    }
}
