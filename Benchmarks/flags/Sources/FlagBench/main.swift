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
    let program = try Flags.program()
    var rows: [Row] = []
    func add(_ words: String, bar: Double, peer: Row.Peer?, _ taken: (nanoseconds: [Double], allocations: UInt64)) {
        if let sample = Sample(taken.nanoseconds) {
            rows.append(Row(words, unit: "ns", ours: sample, bar: bar, peer: peer))
        }
        if let sample = Sample([Double(taken.allocations)]) {
            rows.append(Row("\(words), allocations", unit: "in all", ours: sample, bar: 0))
        }
    }
    var rounds = Rounds(program: program, users: Flags.users(10_000))
    for flag in measured {
        add(flag.words, bar: flag.bar, peer: peers.fastest(flag.name), try rounds.measure(flag.name, rounds: 15))
    }
    var answers = Answers(program: program)
    add("an answer over HTTP", bar: 800, peer: nil, try answers.measure(rounds: 15))
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
