import FeatureKit
import Glibc
import Measures

let seed: UInt64 = 5

func checkSize(of text: String) throws {
    let bytes = Array(text.utf8)
    guard let nodes = Events.count(bytes) else { throw BenchError.notYAML }
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    func isNear(_ count: Int, _ wanted: Int) -> Bool {
        abs(Double(count) / Double(wanted) - 1) <= BigDocument.tolerance
    }
    guard isNear(lines, BigDocument.lines), isNear(bytes.count, BigDocument.bytes), isNear(nodes, BigDocument.nodes)
    else { throw BenchError.otherSize(lines: lines, bytes: bytes.count, nodes: nodes) }
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let document = BigDocument(seed: seed)
    try checkSize(of: document.text)
    var rows: [Row] = []
    switch arguments.first {
    case "time" where arguments.count == 3: rows = try await Times(document, peers: arguments[1]).rows
    case "memory" where arguments.count == 2: rows = try Residence(document).rows
    case "once" where arguments.count == 1: _ = try Reload().all(Array(document.text.utf8))
    case "write" where arguments.count == 2: try OutputFile.write(document.text, to: arguments[1])
    default: throw BenchError.usage
    }
    if let results = arguments.dropFirst().last, !rows.isEmpty {
        print(Table.text(rows))
        try OutputFile.write(Value.object(Members([("rows", .list(rows.map(\.json)))])).prettyJSON + "\n", to: results)
    }
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    var line = "ConfigBench: error: \(error)\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
