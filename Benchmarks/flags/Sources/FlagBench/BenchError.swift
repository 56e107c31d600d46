import FlagEngine

/// Why nothing could be measured.
enum BenchError: Error, CustomStringConvertible {
    case usage
    case problem(FlagProblem)
    case unknownFlag(String)
    /// How many users the flag is on for, which is not what it should be.
    case wrong(flag: String, on: Int)
    /// The answer to a question over HTTP is not what it should be.
    case wrongAnswer
    case unreadable(String)

    var description: String {
        switch self {
        case .usage: "flags.sh starts it: FlagBench PEERS RESULTS"
        case .problem(let problem): "\(problem)"
        case .unknownFlag(let name): "there is no flag \(name)"
        case .wrong(let flag, let on): "\(flag) is on for \(on) users"
        case .wrongAnswer: "a question over HTTP is answered in other words"
        case .unreadable(let path): "\(path) can't be read or written"
        }
    }
}
