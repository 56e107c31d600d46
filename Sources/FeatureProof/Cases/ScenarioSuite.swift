@_spi(Hosting) package import FeatureKit
@_spi(Hosting) package import FeatureRig
internal import Glibc
package import HostConfig
package import HostProof
internal import HostSystem

/// The scenarios of a unit, checked as a whole before anything runs.
package struct ScenarioSuite: Sendable {
    /// One row of one scenario.
    package struct Case: Sendable {
        package let about: ProofCase
        /// Whether it is tried before a feature is switched on.
        package let isPreflight: Bool
        package let run: @Sendable (PreflightConditions?) async -> ProofVerdict
    }

    /// The folder of a unit that they lie in.
    package static let folder = "Scenarios"

    package let cases: [Case]
    /// What is wrong with the files; with errors nothing is to be run.
    package let diagnostics: Diagnostics
    /// How the conformance suite starts the feature.
    package let settings: Value
    package let prepare: @Sendable (Rig) async throws -> Void

    /// Reads `Scenarios/*.yaml` of a unit; a unit without any has no cases.
    package static func read(_ unit: ProvenUnit) -> ScenarioSuite {
        var reading = SuiteReading(unit)
        reading.readFolder()
        return ScenarioSuite(
            cases: reading.cases, diagnostics: reading.diagnostics,
            settings: reading.conformance?.settings ?? unit.subject.entry.settingsShape.completed([:]),
            prepare: { [given = reading.conformance] rig in
                guard let given else { return }
                var stage = ScenarioStage(rig, unit)
                try await stage.prepare(given)
            })
    }
}

/// What was read of a unit's scenarios so far.
private struct SuiteReading {
    private let unit: ProvenUnit
    private let contract: ScenarioContract
    private(set) var cases: [ScenarioSuite.Case] = []
    private(set) var diagnostics = Diagnostics()
    private(set) var conformance: ScenarioGiven?
    /// The file that says how the conformance suite starts the feature.
    private var conformanceFile: String?

    init(_ unit: ProvenUnit) {
        self.unit = unit
        contract = unit.contract
    }

    mutating func readFolder() {
        let folder = Path.join(unit.folder, ScenarioSuite.folder)
        do throws(SystemError) {
            let (names, areAll) = try FolderNames.read(folder, most: ScenarioLimits.files) {
                // Editors hide their own files that way.
                let name = $0.lowercased()
                return !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
            }
            if !areAll { diagnostics.append(.about(ScenarioSuite.folder, .tooManyFiles)) }
            for name in names.sorted() { read(name, in: folder) }
        } catch {
            // A unit need not have any.
            guard error.code != ENOENT else { return }
            diagnostics.append(.about(ScenarioSuite.folder, .unreadable("\(error)")))
        }
    }

    private mutating func read(_ name: String, in folder: String) {
        let shown = Path.join(ScenarioSuite.folder, name)
        guard name.hasSuffix(".yaml") else {
            let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
            return diagnostics.append(.about(shown, .otherName("\(stem).yaml")))
        }
        let bytes: [UInt8]
        do throws(SourceProblem) {
            bytes = try FileSource.read(Path.join(folder, name), most: ScenarioLimits.bytes + 1)
        } catch { return diagnostics.append(.about(shown, .unreadable(error.message))) }
        let checked = ScenarioDocument.read(
            bytes, name: name, origin: Origin(name: shown, folder: folder), contract: contract, now: TestClock().now)
        diagnostics.append(checked.diagnostics)
        guard let document = checked.content else { return }
        if let given = document.conformance {
            if let other = conformanceFile { diagnostics.append(.about(shown, .conformanceTwice(other))) }
            (conformance, conformanceFile) = (conformance ?? given, conformanceFile ?? shown)
        }
        cases += document.cases.map { about in
            ScenarioSuite.Case(
                about: ProofCase(id: "\(name)#\(about.number)", group: name, name: about.name),
                isPreflight: about.isPreflight
            ) { [unit] conditions in await ScenarioRun(about, of: unit, conditions).verdict() }
        }
    }
}
