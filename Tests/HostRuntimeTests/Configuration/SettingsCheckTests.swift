@_spi(Hosting) import FeatureKit
import HostConfig
import HostWorker
import TestSupport
import Testing

@testable import HostRuntime

/// What only a feature's own code finds wrong with its settings.
@Suite(.timeLimit(.minutes(1))) struct SettingsCheckTests {
    /// Features that are asked about sizes, and what they were asked.
    private func survey(_ asked: Lock<[Value]>) throws -> Survey {
        var scene = Scene()
        try scene.add("a", entry: FeatureEntry(KeepingStand.Fickle.self))
        try scene.add("b", entry: FeatureEntry(KeepingStand.Fickle.self))
        var survey = scene.survey
        survey.loaded = survey.loaded.map { feature in
            guard feature.id == "a" else { return feature }
            return LoadedFeature(id: "a", entry: feature.entry) { settings in
                asked.withLock { $0.append(settings) }
                return settings["size"] == 13 ? [SettingsProblem("size", "13 brings bad luck")] : []
            }
        }
        return survey
    }

    @Test func `wrong settings change nothing, and are told at their line with all else`() async throws {
        let asked = Lock<[Value]>([])
        try await KeepingStand.run(survey(asked)) { stand async throws in
            #expect(try await stand.save("features: { a: { settings: { size: 2 } }, b: {} }") == .applied)
            #expect(asked.withLock { $0 } == [["fails": false, "size": 2]])
            let wrong = "features:\n  a:\n    settings:\n      size: 13\n"
            #expect(try await stand.save(wrong + "  b: { enabled: false }\n") == .refused)
            #expect(stand.state("a") == "active" && stand.state("b") == "active")
            let file = stand.folder["plugins.yaml"]
            #expect(
                stand.configuration.status.rejection?.diagnostics.list.map(\.headline)
                    == ["\(file):4:13: error: size: 13 brings bad luck"])
            let error = await #expect(throws: ConfigProblem.self) {
                _ = try await stand.apply(wrong + "  b: { settings: { size: large } }\n")
            }
            guard case .refused(let diagnostics) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(
                diagnostics.list.map(\.headline) == [
                    "new.yaml:5:26: error: must be a whole number, not the text \"large\"",
                    "new.yaml:4:13: error: size: 13 brings bad luck",
                ])
            #expect(stand.state("a") == "active")
        }
    }

    @Test func `what does not fit its Shape is not looked at, and nobody else is asked`() async throws {
        let asked = Lock<[Value]>([])
        try await KeepingStand.run(survey(asked)) { stand async throws in
            try await stand.save("features: { a: { settings: { size: x } }, b: { settings: { size: 13 } } }")
            #expect(asked.withLock(\.isEmpty))
        }
    }

    @Test func `the same settings of the same library are checked once, and what failed is tried again`() async throws {
        let asked = Lock<[Value]>([])
        let workers = Workers(
            describe: { _ async throws(WorkerEnded) in throw WorkerEnded("it describes nothing", nil) },
            check: { _, settings async throws(WorkerEnded) in
                asked.withLock { $0.append(settings) }
                if settings["size"] == 13 { throw WorkerEnded("it trapped", nil) }
                return [SettingsProblem("size", "no")]
            }, source: { _ in NoWorkers() })
        let checks = SettingsChecks(workers)
        let unit = WorkerProgram.Unit(id: "a", library: "/1", needed: [])
        for _ in 0..<3 {
            #expect(await checks.problems(in: ["size": 1], of: unit) == [SettingsProblem("size", "no")])
            #expect(
                await checks.problems(in: ["size": 13], of: unit) == [
                    SettingsProblem(at: ValuePath(), "they can't be checked: it trapped")
                ])
        }
        #expect(asked.withLock(\.count) == 4)
        let other = WorkerProgram.Unit(id: "a", library: "/2", needed: [])
        _ = await checks.problems(in: ["size": 1], of: other)
        #expect(asked.withLock(\.count) == 5)
    }
}
