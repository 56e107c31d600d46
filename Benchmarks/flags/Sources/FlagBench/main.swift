import FeatureKit
import Glibc
import Measures

/// A flag, what it shows and its bar in nanoseconds.
let measured: [(name: String, words: String, bar: Double)] = [
    ("flag-a", "static flag", 60), ("flag-b", "two clauses", 150), ("flag-c", "split", 90),
]

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 else { throw BenchError.usage }
    let peers = try Peers(path: arguments[0])
    var rounds = Rounds(program: try Flags.program(), users: Flags.users(10_000))
    var rows: [Row] = []
    for flag in measured {
        let (nanoseconds, allocations) = try rounds.measure(flag.name, rounds: 15)
        if let sample = Sample(nanoseconds) {
            rows.append(Row(flag.words, unit: "ns", ours: sample, bar: flag.bar, peer: peers.fastest(flag.name)))
        }
        if let sample = Sample([Double(allocations)]) {
            rows.append(Row("\(flag.words), allocations", unit: "in all", ours: sample, bar: 0))
        }
    }
    print(Table.text(rows))
    let results = Value.object(Members([("rows", .list(rows.map(\.json)))]))
    guard let file = unsafe fopen(arguments[1], "w") else { throw BenchError.unreadable(arguments[1]) }
    unsafe fputs(results.prettyJSON + "\n", file)
    unsafe fclose(file)
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    var line = "FlagBench: error: \(error)\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
