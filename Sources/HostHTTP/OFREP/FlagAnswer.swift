package import FlagEngine
package import HostRuntime

/// What a flag holds for somebody as OFREP's clients read it, for those who ask without HTTP.
package enum FlagAnswer {
    /// The answer's JSON.
    package static func json(of evaluation: Evaluation, from snapshot: FlagBoard.Snapshot) -> [UInt8] {
        var body: [UInt8] = []
        FlagLines(snapshot.program).write(evaluation, to: &body)
        return body
    }

    /// The answer about a flag that there is not.
    package static func unknown(_ key: String, among known: [String]) -> String {
        OFREPProblem.unknownFlag(key, known: known).details
    }
}
