/// Why nothing could be measured.
enum BenchError: Error, CustomStringConvertible {
    case usage
    case unreadable(String)
    case sqlite(String)
    case missing(String)
    /// A document that was changed otherwise than it should have been.
    case wrong(String)

    var description: String {
        switch self {
        case .usage: "store.sh starts it: StoreBench FOLDER RESULTS [ROUNDS], or StoreBench FOLDER once reads|updates"
        case .unreadable(let path): "\(path) can't be read or written"
        case .sqlite(let words): "sqlite: \(words)"
        case .missing(let id): "\(id) is not there"
        case .wrong(let what): what
        }
    }
}
