import Measures

/// One publisher to many readers: a feature in the real host and Go's channels, in turns.
struct FanoutRows {
    /// Each side is measured so often.
    static let turns = 7
    /// Deliveries of one measurement, whatever the number of readers.
    static let deliveries = 4_000_000
    static let roundSize = 1_000
    static let bars: [(readers: Int, bar: Double, goal: Double?)] = [(1, 500, nil), (4, 300, nil), (16, 200, 1.5)]

    let options: Options

    func measure() throws -> [Row] {
        try Self.bars.compactMap { readers, bar, goal in
            let rounds = Self.deliveries / Self.roundSize / readers
            var ours: [Double] = []
            var theirs: [Double] = []
            for _ in 0..<Self.turns {
                ours.append(try host(readers: readers, rounds: rounds))
                theirs.append(try go(readers: readers, rounds: rounds))
            }
            guard let ours = Sample(ours), let theirs = Sample(theirs) else { return nil }
            return Row(
                "bus, 1 publisher to \(readers) \(readers == 1 ? "reader" : "readers"), each delivery", unit: "ns",
                ours: ours, bar: bar, peer: .init(name: "Go channels", sample: theirs, goal: goal))
        }
    }

    private func host(readers: Int, rounds: Int) throws -> Double {
        let document = """
            plugins: ["\(options.units)"]
            features:
              fanout:
                enabled: true
                settings: { readers: \(readers), rounds: \(rounds) }

            """
        let run = try HostRun(
            options, document: document, state: "\(options.scratch)/state-fanout", active: ["fanout"])
        let nanoseconds = try run.measurement()
        try run.stop()
        return nanoseconds
    }

    private func go(readers: Int, rounds: Int) throws -> Double {
        let child = try Child(options.go, ["\(readers)", "\(rounds)"], reading: .standard)
        let text = try child.line(within: HostRun.patience, awaiting: "a number")?.text ?? ""
        let code = try child.end(within: HostRun.patience)
        guard code == 0 else { throw BenchError.ended(options.go, code, child.lastLines) }
        guard let number = Double(text), number > 0 else { throw BenchError.noNumber(options.go, text) }
        return number
    }
}
