import FlagEngine
import TestSupport

@testable import HostConfig

/// flagd's documents of flags, compiled for each of its generations; by the names that its scenarios select them by.
struct FlagdPrograms {
    /// The name of all of them together.
    static let all = ""

    private let documents: [String: [String]]

    init(documents: [String: [String]]) { self.documents = documents }

    func program(_ name: String, _ bucketing: Bucketing) throws -> FlagProgram {
        guard let files = documents[name] else { throw FlagdCase.Failure.unfit(name) }
        let sets = try files.map { file in
            let checked = FlagDocument(
                try ReferenceData.bytes("flagd-testbed/" + file), origin: Origin(name: file, folder: "/")
            ).check(bucketing: bucketing)
            guard let set = checked.content else { throw FlagdCase.Failure.unfit(checked.diagnostics.text) }
            return set
        }
        var problems: [FlagProblem] = []
        return FlagProgram(FlagBook(sets: sets), revision: 1, problems: &problems)
    }
}
