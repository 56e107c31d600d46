/// Why nothing could be measured.
enum BenchError: Error, CustomStringConvertible {
    case usage
    /// A message did not come, or not in its turn.
    case lost
    case notReady

    var description: String {
        switch self {
        case .usage: "worker.sh starts it: WorkerBench LIBRARY [RESTARTS]"
        case .lost: "a message is not there"
        case .notReady: "the feature ended before it was ready"
        }
    }
}
