import HostConfig

/// Why nothing could be measured.
enum BenchError: Error, CustomStringConvertible {
    case usage
    case notYAML
    /// The document is not of the size that the bars speak of.
    case otherSize(lines: Int, bytes: Int, nodes: Int)
    case refused(Diagnostics)
    /// Flags that should count do not.
    case missingFlags(Int)
    case unreadable(String)

    var description: String {
        switch self {
        case .usage: "config.sh starts it: ConfigBench time PEERS RESULTS, or ConfigBench memory RESULTS"
        case .notYAML: "libyaml can't read the document"
        case .otherSize(let lines, let bytes, let nodes):
            "the document has \(lines) lines, \(bytes) bytes and \(nodes) nodes, which is another size"
        case .refused(let diagnostics): "the document is refused:\n\(diagnostics.text)"
        case .missingFlags(let count): "there are \(count) flags, which is not what the document says"
        case .unreadable(let path): "\(path) can't be read or written"
        }
    }
}
