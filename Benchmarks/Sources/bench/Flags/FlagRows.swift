import Measures

/// What evaluating a flag takes, beside other products' engines.
enum FlagRows {
    /// A flag, what it shows and its bar in nanoseconds.
    private static let flags: [(name: String, words: String, bar: Double)] = [
        ("flag-a", "static flag", 60), ("flag-b", "two clauses", 150), ("flag-c", "split", 90),
    ]

    /// - Parameter path: Where it lies what `peers.py` measured.
    static func measure(beside path: String) throws -> [Row] {
        let peers = try Peers(path: path)
        let program = try Flags.program()
        var rounds = Rounds(program: program, users: Flags.users(10_000))
        var rows: [Row] = []
        for flag in flags {
            rows += try Self.rows(
                flag.words, bar: flag.bar, peer: peers.fastest(flag.name), rounds.measure(flag.name, rounds: 15))
        }
        var answers = Answers(program: program)
        return try rows + Self.rows("an answer over HTTP", bar: 800, peer: nil, answers.measure(rounds: 15))
    }

    private static func rows(
        _ words: String, bar: Double, peer: Row.Peer?, _ taken: (nanoseconds: [Double], allocations: UInt64)
    ) throws -> [Row] {
        [
            Row(words, unit: "ns", ours: try Sample(taken.nanoseconds), bar: bar, peer: peer),
            Row("\(words), allocations", unit: "in all", ours: try Sample([Double(taken.allocations)]), bar: 0),
        ]
    }
}
