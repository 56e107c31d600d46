import Measures

/// A document of 5,000 flags, from its bytes to its plan.
enum ConfigRows {
    private static let seed: UInt64 = 5

    static func measure(_ arguments: [String]) async throws -> [Row] {
        let document = BigDocument(seed: seed)
        try checkSize(of: document.text)
        switch arguments.first {
        case "time" where arguments.count == 2: return try await Times.measure(document, peers: arguments[1])
        case "memory" where arguments.count == 1: return try Residence.measure(document)
        case "once" where arguments.count == 1: _ = try Reload().all(Array(document.text.utf8))
        case "write" where arguments.count == 2: try File.save(document.text, to: arguments[1])
        default: throw BenchError("usage: bench config time PEERS | memory | once | write FILE")
        }
        return []
    }

    private static func checkSize(of text: String) throws {
        let bytes = Array(text.utf8)
        guard let nodes = Events.count(bytes) else { throw BenchError("libyaml can't read the document") }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") }
        func isNear(_ count: Int, _ wanted: Int) -> Bool {
            abs(Double(count) / Double(wanted) - 1) <= BigDocument.tolerance
        }
        guard isNear(lines, BigDocument.lines), isNear(bytes.count, BigDocument.bytes), isNear(nodes, BigDocument.nodes)
        else {
            throw BenchError(
                "the document has \(lines) lines, \(bytes.count) bytes and \(nodes) nodes, which is another size")
        }
    }
}
