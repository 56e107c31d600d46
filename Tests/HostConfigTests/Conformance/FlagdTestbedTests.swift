import FlagEngine
import TestSupport
import Testing

@testable import HostConfig

/// flagd's own suites, from its documents to the answers.
@Suite(.enabled(if: ReferenceData.isWanted, Comment(rawValue: ReferenceData.absence)))
struct FlagdTestbedTests {
    @Test func `all scenarios of the evaluator`() throws {
        let programs = FlagdPrograms(documents: ["": ["evaluator/flags/testkit-flags.json"]])
        let features = try ReferenceData.files(in: "flagd-testbed/evaluator/gherkin", ending: ".feature")
        #expect(try play(features, programs) == 140)
    }

    @Test func `the providers' scenarios of evaluation, targeting, disabled flags and metadata`() throws {
        let flags = try ReferenceData.files(in: "flagd-testbed/flags", ending: ".json")
            .map { $0.replacing("flagd-testbed/", with: "") }
        let usual = flags.filter { !$0.hasPrefix("flags/selector") }
        var documents = ["": usual, "flags/allFlags.json": usual]
        for file in flags { documents["raw" + file] = [file] }
        let features = ["evaluation", "targeting", "disabled", "metadata"].map {
            "flagd-testbed/gherkin/\($0).feature"
        }
        #expect(try play(features, FlagdPrograms(documents: documents)) == 279)
    }

    /// Plays the scenarios of some files that are not deprecated, and counts those that went well.
    private func play(_ features: [String], _ programs: FlagdPrograms) throws -> Int {
        var fine = 0
        for feature in features {
            for scenario in Gherkin.scenarios(in: String(decoding: try ReferenceData.bytes(feature), as: UTF8.self))
            where !scenario.tags.contains("@deprecated") {
                let bucketing = Bucketing.allCases.first { scenario.tags.contains("@fractional-\($0.rawValue)") } ?? .v2
                var run = FlagdCase(programs, bucketing: bucketing)
                for step in scenario.steps { try run.play(step) }
                #expect(run.complaints.isEmpty, "\(feature):\(scenario)")
                if run.complaints.isEmpty { fine += 1 }
            }
        }
        return fine
    }
}
