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

    /// How many times as much a delivery may take where the reader has a type of its own.
    static let conversionBar = 2.0

    func measure() throws -> [Row] {
        try Self.bars.flatMap { readers, bar, goal -> [Row] in
            let rounds = Self.deliveries / Self.roundSize / readers
            var ours: [Double] = []
            var theirs: [Double] = []
            var conversions: [Double] = []
            for _ in 0..<Self.turns {
                let plain = try host(readers: readers, rounds: rounds)
                ours.append(plain)
                theirs.append(try go(readers: readers, rounds: rounds))
                conversions.append(try host(readers: readers, rounds: rounds, convert: true) / plain)
            }
            let name = "bus, 1 publisher to \(readers) \(readers == 1 ? "reader" : "readers")"
            return [
                Row(
                    "\(name), each delivery", unit: "ns", ours: try Sample(ours), bar: bar,
                    peer: .init(name: "Go channels", sample: try Sample(theirs), goal: goal)),
                Row(
                    "\(name), the readers' own type beside the publisher's", unit: "×", ours: try Sample(conversions),
                    bar: Self.conversionBar),
            ]
        }
    }

    private func host(readers: Int, rounds: Int, convert: Bool = false) throws -> Double {
        let document = """
            plugins: ["\(options.units)"]
            features:
              fanout:
                enabled: true
                settings: { readers: \(readers), rounds: \(rounds), convert: \(convert) }

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
        guard let number = Double(text), number > 0 else {
            throw BenchError("\(options.go): printed no number of nanoseconds but \"\(text)\"")
        }
        return number
    }
}
