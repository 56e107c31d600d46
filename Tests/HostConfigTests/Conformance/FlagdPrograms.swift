import FeatureKit
import FlagEngine
import JSON
import TestSupport

@testable import HostConfig

/// flagd's documents of flags, compiled for each of its generations; by the names that its scenarios select them by.
final class FlagdPrograms {
    /// The name of all of them together.
    static let all = ""

    private let documents: [String: [String]]
    private var known: [String: FlagProgram] = [:]

    init(documents: [String: [String]]) { self.documents = documents }

    func program(_ name: String, _ bucketing: Bucketing) throws -> FlagProgram {
        if let program = known["\(name) \(bucketing)"] { return program }
        guard let files = documents[name] else { throw FlagdCase.Failure.unfit(name) }
        let checked = FlagDocument(try merged(files), origin: Origin(name: "flags.json", folder: "/"))
            .check(bucketing: bucketing)
        guard let set = checked.content else { throw FlagdCase.Failure.unfit(checked.diagnostics.text) }
        var problems: [FlagProblem] = []
        let program = FlagProgram(FlagDefinitions(sets: [set]), revision: 1, problems: &problems)
        known["\(name) \(bucketing)"] = program
        return program
    }

    /// One document of several, as flagd's testbed makes it: what stands in one is known in all.
    private func merged(_ files: [String]) throws -> [UInt8] {
        var document = Members()
        for file in files {
            guard case .object(let members) = try Value(json: ReferenceData.bytes("flagd-testbed/" + file)) else {
                throw FlagdCase.Failure.unfit(file)
            }
            for (name, value) in members { document[name] = document[name].map { $0.merged(with: value) } ?? value }
        }
        return Array(Value.object(document).json.utf8)
    }
}

extension Value {
    fileprivate func merged(with other: Value) -> Value {
        guard case .object(var members) = self, case .object(let others) = other else { return other }
        for (name, value) in others { members[name] = value }
        return .object(members)
    }
}
